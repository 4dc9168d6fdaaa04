import type { LicenceKind } from '../../../contract/common.ts';

/** A content on the chain; prices in nanograms, times in milliseconds, addresses raw. */
export interface ChainContent {
  id: number;
  index: number;
  address: string;
  owner: string;
  /** undefined when it names no file. */
  sha256: Buffer | undefined;
  cover: Buffer | undefined;
  preview?: Buffer | undefined;
  /** SHA-256 of the key that decrypts the file. */
  keyHash: Buffer | undefined;
  contentType: string;
  size: number | undefined;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  price: bigint;
  resalePrice: bigint;
  allowResale: boolean;
  downloadable: boolean;
  withdrawn: boolean;
  /** Addresses and shares of 10,000. */
  royalties: [string, number][];
  createdAt: number;
  updatedAt: number;
}

export interface ChainLicence {
  address: string;
  /** The `id` of its content. */
  content: number;
  index: number;
  kind: LicenceKind;
  owner: string;
  /** The price paid when it was issued, in nanograms. */
  price: bigint;
  /** Price and time of the purchase by its owner; undefined where a former owner gave it away. */
  bought: { price: bigint; at: number } | undefined;
  /** Price of its offer. */
  offer: bigint | undefined;
  issuedAt: number;
  /** Hash of the platform's transaction that reported the issue. */
  transactionHash: Buffer;
  /** X25519 public key that came with the last change of owner: the content key may be encrypted to it. */
  deliverTo: Buffer | undefined;
}

/** A row of SQLite with all integers as BigInt, because amounts exceed the safe range of numbers. */
export interface ChainContentRow {
  id: bigint;
  index: bigint;
  address: string;
  owner: string;
  sha256: Buffer | null;
  cover: Buffer | null;
  preview: Buffer | null;
  keyHash: Buffer | null;
  contentType: string;
  size: bigint | null;
  title: string;
  description: string;
  authors: string;
  hashtags: string;
  price: bigint;
  resalePrice: bigint;
  allowResale: bigint;
  downloadable: bigint;
  withdrawn: bigint;
  royalties: string;
  createdAt: bigint;
  updatedAt: bigint;
}

export interface LicenceRow {
  address: string;
  content: bigint;
  index: bigint;
  kind: LicenceKind;
  owner: string;
  price: bigint;
  boughtPrice: bigint | null;
  boughtAt: bigint;
  offer: bigint | null;
  issuedAt: bigint;
  transactionHash: Buffer;
  deliverTo: Buffer | null;
}

/** Above the index of any content, as each costs its rent. */
export const maxContents = 2 ** 40;

/** Combines the position of a platform among its successors with the index of a content (migration 40). */
export const storedIndex = (position: number, index: number): number => position * maxContents + index;

export const contentColumns = `chain_contents.id, content_index % ${maxContents} AS "index", address, owner, sha256,
  cover_sha256 AS cover, preview_sha256 AS preview, key_hash AS keyHash, content_type AS contentType, size, title, description, authors,
  hashtags, price, resale_price AS resalePrice, allow_resale AS allowResale, downloadable, withdrawn, royalties,
  created_at AS createdAt, updated_at AS updatedAt`;

/** Returns a column of the resale by which the owner got a licence; null where it was issued to the owner, or given. */
const ofResale = (column: string): string =>
  `(SELECT resales.${column} FROM resales WHERE resales.content = licences.content
     AND resales.licence = licences.address AND resales.lt = licences.owner_lt)`;

export const licenceColumns = `address, content, licence_index AS "index", kind, owner, price, offer,
  issued_at AS issuedAt, transaction_hash AS transactionHash, deliver_to AS deliverTo,
  coalesce(${ofResale('price')}, iif(owner = buyer, price, NULL)) AS boughtPrice,
  coalesce(${ofResale('at')}, issued_at) AS boughtAt`;

export const readContent = (row: ChainContentRow): ChainContent => ({
  ...row,
  id: Number(row.id),
  index: Number(row.index),
  sha256: row.sha256 ?? undefined,
  cover: row.cover ?? undefined,
  preview: row.preview ?? undefined,
  keyHash: row.keyHash ?? undefined,
  size: row.size === null ? undefined : Number(row.size),
  authors: JSON.parse(row.authors) as string[],
  hashtags: JSON.parse(row.hashtags) as string[],
  royalties: JSON.parse(row.royalties) as [string, number][],
  allowResale: row.allowResale === 1n,
  downloadable: row.downloadable === 1n,
  withdrawn: row.withdrawn === 1n,
  createdAt: Number(row.createdAt),
  updatedAt: Number(row.updatedAt),
});

export const readLicence = ({ boughtPrice, boughtAt, ...row }: LicenceRow): ChainLicence => ({
  ...row,
  content: Number(row.content),
  index: Number(row.index),
  bought: boughtPrice === null ? undefined : { price: boughtPrice, at: Number(boughtAt) },
  offer: row.offer ?? undefined,
  issuedAt: Number(row.issuedAt),
  deliverTo: row.deliverTo ?? undefined,
});
