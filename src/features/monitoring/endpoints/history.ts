import * as contracts from '../../../contract/endpoints/local-history.ts';
import type { EarningsDocument, HistoryDocument, HistoryRange } from '../../../contract/local-history.ts';
import { defineEndpoint, type Endpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** What is known of the past. */
export interface HistoryDesk {
  history(range: HistoryRange): HistoryDocument;
  earnings(range: HistoryRange): Promise<EarningsDocument>;
}

const common = { limit: 'requests' } as const;

export const historyEndpoints = (desk: HistoryDesk): Endpoint[] => [
  defineEndpoint({
    ...common,
    contract: contracts.getHistory,
    handle: ({ query }) => ({ status: 200, body: desk.history(query.range) }),
  }),
  defineEndpoint({
    ...common,
    contract: contracts.getEarnings,
    handle: async ({ query }) => ({ status: 200, body: await desk.earnings(query.range) }),
  }),
];
