import type { EndpointContract } from '../endpoint.ts';
import { earningsDocument, historyDocument, historyQuery } from '../local-history.ts';

/** What the dashboard draws. */

export const getHistory = {
  method: 'GET',
  path: '/local/history',
  summary: 'Traffic and what was stored, over time',
  query: historyQuery,
  answers: { 200: { description: 'Until now', schema: historyDocument } },
  problems: [],
} as const satisfies EndpointContract;

export const getEarnings = {
  method: 'GET',
  path: '/local/earnings',
  summary:
    'What the wallets of this node and of its owner earned, over time, as far as the chain is known here',
  query: historyQuery,
  answers: {
    200: { description: 'Until now; nothing where no chain is followed', schema: earningsDocument },
  },
  problems: [],
} as const satisfies EndpointContract;
