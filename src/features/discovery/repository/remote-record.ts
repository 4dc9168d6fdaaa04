import { forSaleTerm, publishedTerm, tokensOf } from '../../../core/lists/search-tokens.ts';

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
  /** Whether it is registered on the chain and encrypted, so that its bytes are of use only with a licence. */
  isForSale?: boolean;
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
    ...(record.isForSale ? [true] : []),
  ]);

type Encoded = [
  ...[string, number, string, string, string[], string[]],
  ...[cover: string | null, owner: string | null, createdAt: number, isForSale?: true],
];

/** Decodes what `encodeRemoteRecord` made. */
export function decodeRemoteRecord(text: string): RemoteRecord {
  const encoded = JSON.parse(text) as Encoded;
  const [contentType, size, title, description, authors, hashtags, cover, owner, createdAt, isForSale] =
    encoded;
  return {
    contentType,
    size,
    title,
    description,
    authors,
    hashtags,
    owner,
    createdAt,
    isForSale: isForSale === true,
    cover: cover === null ? null : Buffer.from(cover, 'base64url'),
  };
}

/** Returns the search tokens of a record, like those of a local content that is public. */
export function remoteRecordTokens(record: RemoteRecord): Set<string> {
  const tokens = tokensOf({ ...record, uploadedBy: record.owner ?? '' }).add(publishedTerm);
  return record.isForSale ? tokens.add(forSaleTerm) : tokens;
}
