import type { Migration } from '../database.ts';

/**
 * What the owner saw of the notifications: the number of the newest entry of the activity log, and a JSON list of what
 * was open. Entries before this migration count as seen. The index contains the entries of the owner and of the node,
 * but not those of other users.
 */
export const notifications: Migration = {
  version: 29,
  sql: `
    CREATE INDEX activity_for_owner ON activity (reason, number) WHERE
      actor_type IN ('dashboard', 'command', 'api_token', 'node') OR actor_type = 'user' AND actor_name = 'owner';
    CREATE TABLE notifications_seen (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      until INTEGER NOT NULL,
      open TEXT NOT NULL
    ) STRICT;
    INSERT INTO notifications_seen SELECT 1, coalesce(max(number), 0), '[]' FROM activity;
  `,
};
