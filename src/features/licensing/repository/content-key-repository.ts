import { hashKey } from '../../../core/hash-key.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { QueryCache } from '../../../platform/sqlite/query-cache.ts';
import type { ContentRepository } from '../../content/index.ts';

/** Origin of a content key: generated here for a sale (`author`), deposited by the author, or delivered for a licence. */
export type KeyOrigin = 'author' | 'deposit' | 'delivery';

/** The key of an encrypted content, with facts about the plain file. */
export interface ContentKeyRow {
  /** SHA-256 of the age file. */
  encrypted: Buffer;
  /** SHA-256 of the plain bytes; null for bytes that were never stored here. */
  plain: Buffer | null;
  plainSize: number;
  /** Media type of the plain bytes. */
  contentType: string;
  /** The age identity, encrypted under the node's secret. */
  key: Buffer;
  /** SHA-256 of the identity's text, as registered on the chain. */
  keyHash: Buffer;
  origin: KeyOrigin;
  /** In milliseconds. */
  createdAt: number;
}

const columns = `sealed_sha256 AS encrypted, plain_sha256 AS plain, plain_size AS plainSize, content_type AS contentType,
  key, key_hash AS keyHash, origin, created_at AS createdAt`;

/** Reads content keys, and writes them by commands. */
export class ContentKeyRepository {
  readonly #contents: Pick<ContentRepository['rows'], 'mediaTypeChanged'>;
  readonly #commands: Commands;
  readonly #one: Statement<[Buffer], ContentKeyRow>;
  /** Cached, because each read of a licensed content looks them up several times. */
  readonly #known: QueryCache<ContentKeyRow | undefined>;
  readonly #ofPlain: Statement<[Buffer], ContentKeyRow>;
  readonly #put: Statement<[ContentKeyRow]>;
  readonly #setSize: Statement<[number, Buffer]>;
  readonly #remove: Statement<[Buffer]>;

  constructor(db: Db, contents: Pick<ContentRepository['rows'], 'mediaTypeChanged'>, commands: Commands) {
    this.#contents = contents;
    this.#commands = commands;
    this.#known = new QueryCache(db, 1000);
    this.#one = db.prepare(`SELECT ${columns} FROM content_keys WHERE sealed_sha256 = ?`);
    this.#ofPlain = db.prepare(`SELECT ${columns} FROM content_keys WHERE plain_sha256 = ?`);
    this.#put = db.prepare(
      `INSERT INTO content_keys (sealed_sha256, plain_sha256, plain_size, content_type, key, key_hash, origin, created_at)
       VALUES (@encrypted, @plain, @plainSize, @contentType, @key, @keyHash, @origin, @createdAt)
       ON CONFLICT DO UPDATE SET key = excluded.key, key_hash = excluded.key_hash, plain_size = excluded.plain_size,
         content_type = excluded.content_type, origin = excluded.origin`,
    );
    this.#setSize = db.prepare(
      "UPDATE content_keys SET plain_size = ? WHERE sealed_sha256 = ? AND origin = 'delivery'",
    );
    this.#remove = db.prepare(
      `DELETE FROM content_keys WHERE sealed_sha256 = ?
       AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = sealed_sha256)`,
    );
  }

  get(encrypted: Buffer): ContentKeyRow | undefined {
    return this.#known.get(hashKey(encrypted), () => this.#one.get(encrypted));
  }

  /** Returns the keys of files that this node encrypted from these plain bytes. */
  ofPlain(plain: Buffer): ContentKeyRow[] {
    return this.#ofPlain.all(plain);
  }

  /**
   * Adds a key, or replaces it.
   * @param isNeeded called in the command, which writes nothing where it returns false
   * @returns whether it was written
   */
  put(row: ContentKeyRow, isNeeded = () => true): Promise<boolean> {
    return this.#commands.run(() => {
      if (!isNeeded()) return false;
      this.#put.run(row);
      this.#contents.mediaTypeChanged(row.encrypted);
      return true;
    });
  }

  /** Sets the size of the plain file of a delivered key. */
  setSize(encrypted: Buffer, plainSize: number): Promise<void> {
    return this.#commands.run(() => void this.#setSize.run(plainSize, encrypted));
  }

  /**
   * Removes a key, unless its content is stored or in the trash.
   * @param mayGo called in the command, which writes nothing where it returns false
   */
  removeUnused(encrypted: Buffer, mayGo = () => true): Promise<void> {
    return this.#commands.run(() => {
      if (mayGo()) this.#remove.run(encrypted);
    });
  }
}
