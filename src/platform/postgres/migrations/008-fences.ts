import type { PostgresMigration } from '../migration.ts';

/**
 * A number for each lease, greater than those before, which the writes of the leader carry. Earlier programs take leases
 * with another holder and the former number, which refuses the writes of the holder before, too.
 */
export const fences: PostgresMigration = {
  version: 8,
  minimum: 7,
  sql: `
    CREATE SEQUENCE leader_fences;
    ALTER TABLE leaders ADD COLUMN fence bigint NOT NULL DEFAULT nextval('leader_fences');
  `,
};
