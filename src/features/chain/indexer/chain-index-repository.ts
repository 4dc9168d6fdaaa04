import type { LicenceKind } from '../../../contract/common.ts';
import { platformTerm, tokensOf } from '../../../core/lists/search-tokens.ts';
import { sortKey } from '../../../core/lists/sort-key.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Terms that the owner of a content sets; prices in nanograms, below 2^63. */
export interface ContentTerms {
  owner: string;
  price: bigint;
  resalePrice: bigint;
  allowResale: boolean;
  withdrawn: boolean;
}

/** Metadata that an author wrote on the chain; texts are printable and limited. */
export interface ContentFacts {
  /** undefined when it names no file. */
  sha256: Buffer | undefined;
  cover: Buffer | undefined;
  /** A plain file for viewers without a licence. */
  preview?: Buffer | undefined;
  /** SHA-256 of the key that decrypts the file; undefined when it needs none. */
  keyHash: Buffer | undefined;
  contentType: string;
  size: number | undefined;
  title: string;
  description: string;
  authors: readonly string[];
  hashtags: readonly string[];
}

export interface RegisteredContent extends ContentTerms, ContentFacts {
  index: number;
  /** Raw, as all addresses here. */
  address: string;
  /** Who sent and paid for the registration; anybody can name anybody as the owner. */
  sender: string;
  downloadable: boolean;
  /** Addresses and shares of 10,000. */
  royalties: readonly (readonly [string, number])[];
  /** In milliseconds. */
  createdAt: number;
}

/** The texts of a content by which it is found. */
export type SearchedContent = Pick<
  ContentFacts,
  'contentType' | 'title' | 'description' | 'authors' | 'hashtags'
>;

/** The part of a content that its events need. */
export interface ContentKey {
  id: number;
  address: string;
  sha256: Buffer | undefined;
}

export interface IssuedLicence {
  address: string;
  content: number;
  index: number;
  kind: LicenceKind;
  owner: string;
  price: bigint;
  issuedAt: number;
  /** Hash of the platform's transaction that reports it. */
  transactionHash: Buffer;
  /** X25519 public key to which the owner wants the content key to be encrypted. */
  deliverTo: Buffer | null;
  /** Logical time of the event. */
  lt: bigint;
}

/** A new owner of a licence. */
export interface LicenceMove {
  owner: string;
  /** As for `IssuedLicence`; null after a transfer. */
  deliverTo: Buffer | null;
  /** Logical time of the event. */
  lt: bigint;
}

/** Limit of one merge of the full-text index, in pages of 1,000 bytes. */
const mergedPages = 64;

/** SQL that keeps the state after the later of two events, in whatever order they are reported. */
const newer = {
  owner: `owner = iif(owner_lt < @lt, @owner, owner), deliver_to = iif(owner_lt < @lt, @deliverTo, deliver_to),
    owner_lt = max(owner_lt, @lt)`,
  offer: 'offer = iif(offer_lt < @lt, @offer, offer), offer_lt = max(offer_lt, @lt)',
};

/** A content that names a file. */
interface NamingFile extends Pick<RegisteredContent, 'index' | 'createdAt'> {
  platform: number;
  sha256: Buffer;
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** Contents whose keys are added in one transaction. */
const keyBatch = 10_000;

/** Adds the sort keys of titles that an earlier version stored. */
function addTitleKeys(db: Db): void {
  const next = db.prepare<[number], { id: number; title: string }>(
    `SELECT id, title FROM chain_contents INDEXED BY chain_contents_without_key
     WHERE title_key IS NULL ORDER BY id LIMIT ?`,
  );
  const put = db.prepare<[string, number]>('UPDATE chain_contents SET title_key = ? WHERE id = ?');
  const addSome = db.transaction(() => {
    const rows = next.all(keyBatch);
    for (const { id, title } of rows) put.run(sortKey(title), id);
    return rows.length;
  });
  while (addSome() > 0);
}

/** Writes the rows of contents and licences according to the events on the chain. */
export class ChainIndexRepository {
  readonly #insertContent: Statement<[Record<string, unknown>], { id: number }>;
  readonly #isFirst: Statement<[NamingFile & { sender: string }], unknown>;
  readonly #precede: Statement<[NamingFile]>;
  readonly #index: Statement<[number, string]>;
  readonly #merge: Statement<[number]>;
  readonly #content: Statement<[number, string], { id: number; address: string; sha256: Buffer | null }>;
  readonly #change: Statement<[Record<string, unknown>]>;
  readonly #issue: Statement<[Record<string, unknown>]>;
  readonly #move: Statement<[Record<string, unknown>]>;
  readonly #resell: Statement<[Record<string, unknown>]>;
  readonly #offer: Statement<[Record<string, unknown>]>;

  constructor(db: Db) {
    addTitleKeys(db);
    this.#insertContent = db.prepare(
      `INSERT INTO chain_contents (platform, content_index, price, withdrawn, is_first, address, owner, sender, sha256,
         cover_sha256, preview_sha256, key_hash, content_type, size, resale_price, allow_resale, downloadable, created_at, updated_at,
         title, title_key, authors, hashtags, royalties, description)
       VALUES (@platform, @index, @price, @withdrawn, @isFirst, @address, @owner, @sender, @sha256,
         @cover, @preview, @keyHash, @contentType, @size, @resalePrice, @allowResale, @downloadable, @createdAt, @createdAt,
         @title, @titleKey, @authors, @hashtags, @royalties, @description) RETURNING id`,
    );
    this.#isFirst = db.prepare(
      `SELECT 1 WHERE NOT EXISTS (
           SELECT 1 FROM file_registrants JOIN platforms USING (network)
           WHERE platforms.id = @platform AND sha256 = @sha256 AND wallet <> @sender)
         AND NOT EXISTS (SELECT 1 FROM chain_contents INDEXED BY chain_contents_first
           WHERE platform = @platform AND sha256 = @sha256 AND is_first = 1
           AND (created_at, content_index) < (@createdAt, @index))`,
    );
    this.#precede = db.prepare(
      `UPDATE chain_contents INDEXED BY chain_contents_first SET is_first = 0
       WHERE platform = @platform AND sha256 = @sha256 AND is_first = 1`,
    );
    this.#index = db.prepare('INSERT INTO chain_search (rowid, tokens) VALUES (?, ?)');
    this.#merge = db.prepare(
      "INSERT INTO chain_search (chain_search, rank) VALUES ('merge', CAST(? AS INTEGER))",
    );
    this.#content = db.prepare(
      'SELECT id, address, sha256 FROM chain_contents WHERE platform = ? AND address = ?',
    );
    this.#change = db.prepare(
      `UPDATE chain_contents SET owner = @owner, price = @price, resale_price = @resalePrice,
         allow_resale = @allowResale, withdrawn = @withdrawn, updated_at = @at WHERE id = @id`,
    );
    this.#issue = db.prepare(
      `INSERT INTO licences (platform, address, content, licence_index, kind, owner, price, issued_at, transaction_hash,
         owner_lt, buyer, deliver_to)
       VALUES (@platform, @address, @content, @index, @kind, @owner, @price, @issuedAt, @transactionHash, @lt, @owner,
         @deliverTo)
       ON CONFLICT (platform, address) DO UPDATE SET
         kind = @kind, price = @price, issued_at = @issuedAt, transaction_hash = @transactionHash, buyer = @owner,
         ${newer.owner}`,
    );
    const ofLicence = 'WHERE platform = @platform AND address = @address';
    this.#move = db.prepare(`UPDATE licences SET ${newer.owner}, ${newer.offer} ${ofLicence}`);
    this.#resell = db.prepare(
      `INSERT INTO resales (content, licence, lt, seller, buyer, price, at)
       SELECT content, address, @lt, iif(owner_lt < @lt, owner, ''), @buyer, @price, @at FROM licences ${ofLicence}
       ON CONFLICT DO NOTHING`,
    );
    this.#offer = db.prepare(`UPDATE licences SET ${newer.offer} ${ofLicence}`);
  }

  /**
   * Merges part of the full-text index, after each transaction that adds contents; FTS5 itself merges rarely and then for
   * long.
   */
  mergeSearchIndex(): void {
    this.#merge.run(mergedPages);
  }

  addContent(platform: number, content: RegisteredContent): void {
    const { sha256, index, createdAt, sender, cover, preview, keyHash, size, authors, hashtags, royalties } =
      content;
    const isFirst = sha256 !== undefined && this.#comesFirst({ platform, sha256, index, createdAt }, sender);
    const row = this.#insertContent.get({
      ...content,
      platform,
      titleKey: sortKey(content.title),
      isFirst: flag(isFirst),
      withdrawn: flag(content.withdrawn),
      allowResale: flag(content.allowResale),
      downloadable: flag(content.downloadable),
      sha256: sha256 ?? null,
      cover: cover ?? null,
      preview: preview ?? null,
      keyHash: keyHash ?? null,
      size: size ?? null,
      authors: JSON.stringify(authors),
      hashtags: JSON.stringify(hashtags),
      royalties: JSON.stringify(royalties),
    });
    this.addToSearch(row?.id as number, platform, content);
  }

  /** Adds a content that has a row to the full-text index. */
  addToSearch(id: number, platform: number, content: SearchedContent): void {
    const tokens = tokensOf({ ...content, uploadedBy: '' }).add(platformTerm(platform));
    this.#index.run(id, [...tokens].join(' '));
  }

  /** Returns whether a new content is the earliest that counts for its file, and replaces a later one. */
  #comesFirst(naming: NamingFile, sender: string): boolean {
    if (this.#isFirst.get({ ...naming, sender }) === undefined) return false;
    this.#precede.run(naming);
    return true;
  }

  /** @param address of the contract */
  content(platform: number, address: string): ContentKey | undefined {
    const row = this.#content.get(platform, address);
    return row && { ...row, sha256: row.sha256 ?? undefined };
  }

  changeContent(id: number, terms: ContentTerms, at: number): void {
    const { owner, price, resalePrice } = terms;
    const flags = { allowResale: flag(terms.allowResale), withdrawn: flag(terms.withdrawn) };
    this.#change.run({ id, at, owner, price, resalePrice, ...flags });
  }

  /** Adds an issued licence, whose later events other shards may already have reported. */
  issueLicence(platform: number, licence: IssuedLicence): void {
    this.#issue.run({ ...licence, platform });
  }

  /**
   * Sets the new owner and ends the offer.
   * @returns whether there is such a licence
   */
  moveLicence(platform: number, address: string, move: LicenceMove): boolean {
    return this.#move.run({ ...move, platform, address, offer: null }).changes > 0;
  }

  /** Adds a resale; call it before `moveLicence`. @param sale `at` in milliseconds, `lt` the chain's time */
  resellLicence(
    platform: number,
    address: string,
    sale: { buyer: string; price: bigint; at: number; lt: bigint },
  ): void {
    this.#resell.run({ ...sale, platform, address });
  }

  /**
   * Sets or ends the offer of a licence.
   * @param price undefined ends the offer
   * @param lt logical time of the event
   * @returns whether there is such a licence
   */
  offerLicence(platform: number, address: string, price: bigint | undefined, lt: bigint): boolean {
    return this.#offer.run({ platform, address, offer: price ?? null, lt }).changes > 0;
  }
}
