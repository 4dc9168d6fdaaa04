export { getRateEndpoint } from './endpoints/dashboard/get-rate.ts';
export { RateService } from './rate-service.ts';
