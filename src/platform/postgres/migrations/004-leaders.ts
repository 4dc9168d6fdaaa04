import type { PostgresMigration } from '../migration.ts';

/** The replica that leads each job, until `expires_at` unless it renews that. */
export const leaders: PostgresMigration = {
  version: 4,
  minimum: 1,
  sql: `
    CREATE TABLE leaders (
      job text COLLATE "C" PRIMARY KEY,
      holder uuid NOT NULL,
      expires_at timestamptz NOT NULL
    );
  `,
};
