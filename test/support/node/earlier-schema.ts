/** Takes migration 19 out of a database, for tests of what an earlier version left. */
export const withoutTextUsage = `
  DROP TRIGGER texts_added; DROP TRIGGER texts_changed; DROP TRIGGER texts_removed; DROP TABLE text_usage;
  DROP INDEX finished_uploads; ALTER TABLE totals DROP COLUMN text_bytes;`;
