import * as z from 'zod';
import { nanoTon, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';
import { getOpenApi } from '../../node-api/monitoring.ts';
import { firstRunState } from './onboarding.ts';

/** Overview, events and history of the node, and its OpenAPI document. */

/** A notice for the owner, e.g. that the key is stored unprotected on disk. */
export const notice = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning']),
  message: nodeMessage,
});
export type Notice = z.infer<typeof notice>;

export const overview = z.object({
  node: z.object({
    public_key: z.string(),
    node_type: z.enum(['private', 'public']),
    version: z.string(),
    codebase_hash: z.string(),
    codebase_branch: z.string(),
    node_address: z.string(),
    master_address: z.string(),
    node_url: z.string(),
    dashboard_url: z.string(),
    public_host: z.string().nullable(),
    started_at: timestamp,
  }),
  storage: z.object({
    contents: z.int(),
    content_bytes: z.int(),
    /** The bytes that count against the quota: `content_bytes` and the additional cost of each file and its text. */
    counted_bytes: z.int(),
    quota_bytes: z.int().nullable(),
    free_bytes: z.int(),
    max_upload_bytes: z.int(),
  }),
  services: z.record(z.string(), z.object({ status: z.string(), delay: z.number().nonnegative() })),
  network: z.object({
    /** `undecided` until the user joins a network or starts practice mode. */
    mode: z.enum(['undecided', 'practice', 'joined']),
    peers: z.int(),
    reachable_peers: z.int(),
  }),
  /** Whether a recovery file may replace this node, which is unused so far. */
  may_restore: z.boolean(),
  first_run: firstRunState,
  /** What the owner wants to do, which decides the pages that are shown; null before the question is answered. */
  purpose: z.enum(['keep', 'share', 'sell']).nullable(),
  notices: z.array(notice),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = {
  method: 'GET',
  path: '/local/overview',
  summary: 'Get the overview of the node',
  responses: { 200: { description: 'The node', schema: overview } },
} as const satisfies EndpointContract;

/**
 * `day`: spans of ten minutes (earnings: hours); `week`: of hours (earnings: days); `month`: of days; `year`: of weeks
 * that begin on Monday. Days are those of the node's time zone, and the last span is the current one.
 */
export const historyRange = z.enum(['day', 'week', 'month', 'year']);
export type HistoryRange = z.infer<typeof historyRange>;

const historyQuery = z.object({ range: historyRange.default('day') });

const spans = {
  range: historyRange,
  /** IANA name of the time zone: spans begin with its hours and days. */
  time_zone: z.string(),
  /** End of the last span; every other span ends where the next one begins. */
  until: timestamp,
};

const bytes = z.int().nonnegative();

/** At most 168 spans, oldest first */
export const usageHistory = z.object({
  ...spans,
  points: z.array(
    z.object({
      at: timestamp,
      /**
       * Bytes in this span, exchanged with other computers and with programs on this one; null: the node did not run.
       */
      traffic: z
        .object({
          network_sent: bytes,
          network_received: bytes,
          local_sent: bytes,
          local_received: bytes,
        })
        .nullable(),
      /** At the end of the span; null: the node did not run. */
      storage: z.object({ contents: z.int().nonnegative(), bytes }).nullable(),
    }),
  ),
});
export type UsageHistory = z.infer<typeof usageHistory>;

export const getHistory = {
  method: 'GET',
  path: '/local/history',
  summary: 'Get traffic and stored bytes over time',
  query: historyQuery,
  responses: { 200: { description: 'The history until now', schema: usageHistory } },
} as const satisfies EndpointContract;

/** At most 53 spans, oldest first */
export const earningsHistory = z.object({
  ...spans,
  points: z.array(
    z.object({
      at: timestamp,
      /** Payments for licences of own contents. */
      sales: nanoTon,
      /** Parts of payments for contents of others. */
      shares: nanoTon,
      /** Payments for own licences that were resold, and parts of resales by others. */
      resales: nanoTon,
    }),
  ),
});
export type EarningsHistory = z.infer<typeof earningsHistory>;

export const getEarnings = {
  method: 'GET',
  path: '/local/earnings',
  summary: 'Get the earnings of the node’s and the owner’s wallets over time, from the local chain index',
  query: historyQuery,
  responses: {
    200: { description: 'The history until now; empty without a chain', schema: earningsHistory },
  },
} as const satisfies EndpointContract;

export const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  summary: 'Get the OpenAPI document of the node API, for the dashboard’s own origin',
} as const satisfies EndpointContract;
