export { transferEndpoints } from './endpoints/dashboard/index.ts';
export type { FetchSource } from './fetch-source.ts';
export { RemoteFetch } from './remote-fetch.ts';
export type { TransferSource } from './transfer-source.ts';
