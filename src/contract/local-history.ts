import * as z from 'zod';
import { nanoTon, timestamp } from './common.ts';

/** What the node did and earned over time, as its charts show it. */

/**
 * A day in tens of minutes (earnings: hours), a week in hours (earnings: days), thirty days in days, a year in weeks
 * that begin on Monday. Days are those of the node's time zone. The last span is the present one.
 */
export const historyRange = z.enum(['day', 'week', 'month', 'year']);
export type HistoryRange = z.infer<typeof historyRange>;

export const historyQuery = z.object({ range: historyRange.default('day') });

const spans = {
  range: historyRange,
  /** By its IANA name: spans begin with its hours and days. */
  time_zone: z.string(),
  /** When the last span ends; each other one ends where the next begins. */
  until: timestamp,
};

const bytes = z.int().nonnegative();

/** GET /local/history: at most 168 spans, oldest first */
export const historyDocument = z.object({
  ...spans,
  points: z.array(
    z.object({
      at: timestamp,
      /** Bytes in this span, with other computers and with programs on this one; null: the node did not run. */
      traffic: z
        .object({
          network_sent: bytes,
          network_received: bytes,
          local_sent: bytes,
          local_received: bytes,
        })
        .nullable(),
      /** At its end; null: the node did not run. */
      storage: z.object({ contents: z.int().nonnegative(), bytes }).nullable(),
    }),
  ),
});
export type HistoryDocument = z.infer<typeof historyDocument>;

/** GET /local/earnings: at most 53 spans, oldest first */
export const earningsDocument = z.object({
  ...spans,
  points: z.array(
    z.object({
      at: timestamp,
      /** Of what was paid for licences of own contents. */
      sales: nanoTon,
      /** Shares in what was paid for contents of others. */
      shares: nanoTon,
      /** For own licences that were sold on, and shares where others sold theirs on. */
      resales: nanoTon,
    }),
  ),
});
export type EarningsDocument = z.infer<typeof earningsDocument>;
