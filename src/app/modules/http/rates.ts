import { RateService } from '../../../features/rates/index.ts';
import type { NodeBase } from '../base.ts';
import type { Peers } from '../peers.ts';

/** Creates the exchange rate for prices in a currency. `stopping` aborts a request. */
export function createRates(base: NodeBase, { peers }: Peers, stopping: AbortSignal): RateService {
  const logger = base.loggerOf('rates');
  return new RateService({
    settings: () => base.live.get(),
    connection: peers.connection,
    clock: base.clock,
    signal: stopping,
    onFailure: (error) => logger.info({ err: error }, 'fetching the exchange rate failed'),
  });
}
