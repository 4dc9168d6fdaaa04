import { publishedFact, tokensOf } from '../../../core/lists/search-tokens.ts';

/** What another node says of a content. Nothing of it is proven; its texts are printable and bounded. */
export interface KnownRecord {
  contentType: string;
  /** In bytes. */
  size: number;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  cover: Buffer | null;
  /** A raw TON address. */
  owner: string | null;
  /** In milliseconds, never later than when it was told first. */
  createdAt: number;
}

/** What two nodes tell in the same way is the same text. */
export const writeKnownRecord = (record: KnownRecord): string =>
  JSON.stringify([
    record.contentType,
    record.size,
    record.title,
    record.description,
    record.authors,
    record.hashtags,
    record.cover?.toString('base64url') ?? null,
    record.owner,
    record.createdAt,
  ]);

type Written = [string, number, string, string, string[], string[], string | null, string | null, number];

export function readKnownRecord(text: string): KnownRecord {
  const written = JSON.parse(text) as Written;
  const [contentType, size, title, description, authors, hashtags, cover, owner, createdAt] = written;
  return {
    ...{ contentType, size, title, description, authors, hashtags, owner, createdAt },
    cover: cover === null ? null : Buffer.from(cover, 'base64url'),
  };
}

/** Everything that a content of another node is found by, as for contents of this one; everybody sees it. */
export const tokensOfKnown = (record: KnownRecord): Set<string> =>
  tokensOf({ ...record, uploadedBy: record.owner ?? '' }).add(publishedFact);
