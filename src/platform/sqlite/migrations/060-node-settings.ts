import type { Migration } from '../database.ts';

/** Settings that the dashboards of replicas have changed for all of them: JSON, which is encrypted for secrets. */
export const nodeSettings: Migration = {
  version: 60,
  sql: `
    CREATE TABLE node_settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
