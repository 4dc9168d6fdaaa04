import type { Migration } from '../database.ts';

/**
 * What a replica knows of the sales of others: `asked_at` is the time of the last request for the sale of this content
 * alone, `job` the encryption that works for it, with the time `job_at` of its last sign of life.
 */
export const restrictionJobs: Migration = {
  version: 58,
  sql: `
    ALTER TABLE sealings ADD COLUMN asked_at INTEGER;
    ALTER TABLE sealings ADD COLUMN job TEXT;
    ALTER TABLE sealings ADD COLUMN job_at INTEGER;
  `,
};
