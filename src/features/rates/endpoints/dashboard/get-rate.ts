import { getRate } from '../../../../contract/dashboard-api/rates.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RateService } from '../../rate-service.ts';

/** Returns the exchange rate of the coin. */
export const getRateEndpoint = (rates: Pick<RateService, 'get'>) => jsonEndpoint(getRate, () => rates.get());
