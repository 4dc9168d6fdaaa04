import type { Migration } from '../database.ts';

/**
 * What replicas need to sell.
 * - `platforms.replacements`: how often the chain of a platform was replaced, so that the replicas that do not follow it
 * notice that its data were removed.
 */
export const replicatedChain: Migration = {
  version: 57,
  sql: `
    ALTER TABLE platforms ADD COLUMN replacements INTEGER NOT NULL DEFAULT 0;
  `,
};
