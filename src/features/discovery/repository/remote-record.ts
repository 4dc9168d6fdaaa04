import { publishedTerm, tokensOf } from '../../../core/lists/search-tokens.ts';

/** An unverified record of another node, with printable texts of limited length. */
export interface RemoteRecord {
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
  /** In milliseconds, never later than the first listing. */
  createdAt: number;
}

/** Encodes a record; equal records have equal texts. */
export const encodeRemoteRecord = (record: RemoteRecord): string =>
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

type Encoded = [string, number, string, string, string[], string[], string | null, string | null, number];

export function decodeRemoteRecord(text: string): RemoteRecord {
  const encoded = JSON.parse(text) as Encoded;
  const [contentType, size, title, description, authors, hashtags, cover, owner, createdAt] = encoded;
  return {
    contentType,
    size,
    title,
    description,
    authors,
    hashtags,
    owner,
    createdAt,
    cover: cover === null ? null : Buffer.from(cover, 'base64url'),
  };
}

/** Returns the search tokens of a record, like those of a local content that is public. */
export const remoteRecordTokens = (record: RemoteRecord): Set<string> =>
  tokensOf({ ...record, uploadedBy: record.owner ?? '' }).add(publishedTerm);
