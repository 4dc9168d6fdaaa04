import type { Migration } from '../database.ts';

/** `title_key`: the text by which the Store sorts titles. The program writes it; null in rows from before. */
export const titlesOfMarket: Migration = {
  version: 47,
  sql: `
    ALTER TABLE chain_contents ADD COLUMN title_key TEXT;
    CREATE INDEX chain_contents_without_key ON chain_contents (id) WHERE title_key IS NULL;
    CREATE INDEX chain_market_titles ON chain_contents (platform, title_key, id, price)
      WHERE is_first = 1 AND withdrawn = 0;
  `,
};
