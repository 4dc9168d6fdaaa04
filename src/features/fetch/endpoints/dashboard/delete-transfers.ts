import { deleteTransfer } from '../../../../contract/dashboard-api/fetch.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TransferSource } from '../../transfer-source.ts';

/** Cancels a transfer. */
export const deleteTransferEndpoint = (sources: readonly TransferSource[]) =>
  defineEndpoint({
    contract: deleteTransfer,
    limit: 'requests',
    handle: ({ params }) => {
      if (sources.some((source) => source.cancel(params.id))) return ok;
      throw new NodeError('transfer_not_found', 'discovery.transferEnded');
    },
  });
