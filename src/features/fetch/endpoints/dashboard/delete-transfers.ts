import { deleteTransfer } from '../../../../contract/dashboard-api/fetch.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TransferSource } from '../../transfer-source.ts';

/** Cancels a transfer. */
export const deleteTransferEndpoint = (sources: readonly TransferSource[]) =>
  jsonEndpoint(deleteTransfer, ({ params }) => {
    const isCancelled = sources.some((source) => source.cancel(params.id));
    if (!isCancelled) throw new NodeError('transfer_not_found', 'discovery.transferEnded');
  });
