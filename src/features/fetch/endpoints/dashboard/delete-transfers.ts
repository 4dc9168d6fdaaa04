import { deleteTransfer } from '../../../../contract/dashboard-api/fetch.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TransferSource } from '../../transfer-source.ts';

/** Cancels a transfer. */
export const deleteTransferEndpoint = (sources: readonly TransferSource[]) =>
  jsonEndpoint(deleteTransfer, async ({ params }) => {
    for (const source of sources) if (await source.cancel(params.id)) return;
    throw new NodeError('transfer_not_found', 'discovery.transferEnded');
  });
