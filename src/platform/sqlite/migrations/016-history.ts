import type { Migration } from '../database.ts';

/**
 * Traffic and storage over time: one row for each span of time in which the node ran, with three kinds of spans in
 * parallel (ten minutes, an hour, a local day). A span without a row means that the node did not run. `at` is its start
 * in milliseconds; rows with the lowest `number` are deleted first, since clocks are adjusted.
 *
 * Earnings, from the chain: `content_shares` has the revenue split of a content, in parts of 10,000; `resales` the
 * licences resold since this migration, `seller` empty where unknown; `licences.buyer` the first buyer, or for older
 * licences the holder at the migration.
 */
export const history: Migration = {
  version: 16,
  sql: `
    CREATE TABLE history (
      number INTEGER PRIMARY KEY,
      span TEXT NOT NULL CHECK (span IN ('moment', 'hour', 'day')),
      at INTEGER NOT NULL,
      network_sent INTEGER NOT NULL,
      network_received INTEGER NOT NULL,
      local_sent INTEGER NOT NULL,
      local_received INTEGER NOT NULL,
      contents INTEGER NOT NULL,
      stored_bytes INTEGER NOT NULL,
      UNIQUE (span, at)
    ) STRICT;
    CREATE INDEX history_age ON history (span, number);

    ALTER TABLE licences ADD COLUMN buyer TEXT NOT NULL DEFAULT '';
    UPDATE licences SET buyer = owner;
    CREATE INDEX licences_by_issue ON licences (content, issued_at, price, buyer);

    CREATE TABLE content_shares (
      address TEXT NOT NULL,
      content INTEGER NOT NULL,
      share INTEGER NOT NULL,
      PRIMARY KEY (address, content)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX content_shares_by_content ON content_shares (content);
    CREATE TRIGGER content_shares_added AFTER INSERT ON chain_contents BEGIN
      INSERT INTO content_shares
        SELECT value ->> 0, new.id, value ->> 1 FROM json_each(new.royalties) WHERE true
        ON CONFLICT DO UPDATE SET share = share + excluded.share;
    END;
    CREATE TRIGGER content_shares_removed AFTER DELETE ON chain_contents BEGIN
      DELETE FROM content_shares WHERE content = old.id;
      DELETE FROM resales WHERE content = old.id;
    END;
    INSERT INTO content_shares
      SELECT value ->> 0, chain_contents.id, value ->> 1 FROM chain_contents, json_each(royalties) WHERE true
      ON CONFLICT DO UPDATE SET share = share + excluded.share;

    CREATE TABLE resales (
      content INTEGER NOT NULL,
      licence TEXT NOT NULL,
      lt INTEGER NOT NULL,
      seller TEXT NOT NULL,
      buyer TEXT NOT NULL,
      price INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (content, licence, lt)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX resales_by_time ON resales (at);
  `,
};
