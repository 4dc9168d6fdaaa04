import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TransferSource } from '../../transfer-source.ts';
import { deleteTransferEndpoint } from './delete-transfers.ts';
import { getTransfersEndpoint } from './get-transfers.ts';

/** Lists the dashboard's endpoints about transfers. */
export const transferEndpoints = (sources: readonly TransferSource[]): Endpoint[] => [
  getTransfersEndpoint(sources),
  deleteTransferEndpoint(sources),
];
