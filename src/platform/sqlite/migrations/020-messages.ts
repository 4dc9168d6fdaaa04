import type { Migration } from '../database.ts';

const wrapped = (column: string) =>
  `json_object('reason', 'general.text', 'params', json_object('text', ${column}))`;

/** Messages are stored as data; earlier ones are English texts. */
export const messages: Migration = {
  version: 20,
  sql: `
    ALTER TABLE activity ADD COLUMN reason TEXT;
    ALTER TABLE activity ADD COLUMN params TEXT;
    UPDATE damages SET message = ${wrapped('message')} WHERE message IS NOT NULL;
    UPDATE ton_connect_connections SET message = ${wrapped('message')} WHERE message IS NOT NULL;
    UPDATE peers SET failure_message = ${wrapped('failure_message')} WHERE failure_message IS NOT NULL;
    UPDATE peers SET failure_remedy = ${wrapped('failure_remedy')} WHERE failure_remedy IS NOT NULL;
    UPDATE sync_states SET message = ${wrapped('message')} WHERE message IS NOT NULL;
    UPDATE share_hosts SET message = ${wrapped('message')} WHERE message IS NOT NULL;
    UPDATE shares SET message = ${wrapped('message')} WHERE message IS NOT NULL;
    UPDATE peers SET warning = ${wrapped('warning')} WHERE warning IS NOT NULL;
    UPDATE intents SET note = ${wrapped('note')} WHERE note IS NOT NULL;
  `,
};
