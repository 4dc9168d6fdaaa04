import { getTransfers, type Transfer } from '../../../../contract/dashboard-api/fetch.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { TransferSource } from '../../transfer-source.ts';

const oldestFirst = (a: Transfer, b: Transfer): number =>
  a.started_at < b.started_at ? -1 : Number(a.started_at > b.started_at);

/** Lists the transfers of all sources, oldest first. */
export const getTransfersEndpoint = (sources: readonly TransferSource[]) =>
  jsonEndpoint(getTransfers, () => {
    const transfers = sources.flatMap((source) => source.transfers()).sort(oldestFirst);
    return { transfers };
  });
