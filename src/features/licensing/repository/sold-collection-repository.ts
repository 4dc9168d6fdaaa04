import { soldCollectionType } from '../../../contract/collections/media-types.ts';
import { hashKey } from '../../../core/hash-key.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { QueryCache } from '../../../platform/sqlite/query-cache.ts';

/** A content of a sold collection. */
export interface SoldPart {
  /** SHA-256 of the encrypted file. */
  part: Buffer;
  title: string;
  /** Media type and size of the plain file, as the seller stated them. */
  contentType: string;
  plainSize: number;
  durationMs: number | null;
}

/** A part with its content key, encrypted under the node's secret. */
export interface SoldPartRow extends SoldPart {
  key: Buffer;
  keyHash: Buffer;
}

const columns = `part, title, content_type AS contentType, plain_size AS plainSize, duration_ms AS durationMs`;

/** A part and a collection that name the same registrant; others may list any content. */
const rightful = `sold_parts
  JOIN file_registrants AS ofPart ON ofPart.sha256 = part
  JOIN file_registrants AS ofWhole
    ON ofWhole.sha256 = collection AND ofWhole.network = ofPart.network AND ofWhole.wallet = ofPart.wallet`;

/** Stores by commands the sold collections that this node opened, and the parts of those in sale. */
export class SoldCollectionRepository {
  readonly #commands: Commands;
  readonly #add: Statement<[Buffer, Buffer]>;
  readonly #remove: Statement<[Buffer]>;
  readonly #addPart: Statement<[SoldPartRow & { collection: Buffer; position: number }]>;
  readonly #manifest: Statement<[Buffer], { manifest: Buffer }>;
  readonly #parts: Statement<[Buffer], SoldPart>;
  readonly #wholes: Statement<[{ part: Buffer; network: string | null }], { collection: Buffer }>;
  readonly #key: Statement<[Buffer], SoldPartRow>;
  readonly #unopened: Statement<[string], { collection: Buffer }>;
  readonly #putPart: Statement<[Buffer, Buffer]>;
  readonly #partsOfSale: Statement<[Buffer], { part: Buffer }>;
  readonly #isInUnfinishedSale: Statement<[Buffer, Buffer | null], unknown>;
  /** Cached, because each read of a licensed content looks them up several times. */
  readonly #knownWholes: QueryCache<Buffer[]>;
  readonly #knownKeys: QueryCache<SoldPartRow | undefined>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#knownWholes = new QueryCache(db, 1000);
    this.#knownKeys = new QueryCache(db, 1000);
    this.#add = db.prepare('INSERT INTO sold_collections (collection, manifest) VALUES (?, ?)');
    this.#remove = db.prepare('DELETE FROM sold_collections WHERE collection = ?');
    this.#addPart = db.prepare(
      `INSERT INTO sold_parts
         (collection, position, part, title, content_type, plain_size, duration_ms, key, key_hash)
       VALUES (@collection, @position, @part, @title, @contentType, @plainSize, @durationMs, @key, @keyHash)`,
    );
    this.#manifest = db.prepare('SELECT manifest FROM sold_collections WHERE collection = ?');
    this.#parts = db.prepare(`SELECT ${columns} FROM sold_parts WHERE collection = ? ORDER BY position`);
    this.#wholes = db.prepare(
      `SELECT collection FROM ${rightful}
       WHERE part = @part AND ofPart.network = coalesce(@network, ofPart.network) ORDER BY collection`,
    );
    this.#key = db.prepare(
      `SELECT ${columns}, key, key_hash AS keyHash FROM ${rightful} WHERE part = ? ORDER BY collection LIMIT 1`,
    );
    this.#unopened = db.prepare(
      `SELECT sealed_sha256 AS collection FROM content_keys JOIN contents ON contents.sha256 = sealed_sha256
       LEFT JOIN sold_collections ON collection = sealed_sha256
       WHERE content_keys.content_type = ? AND collection IS NULL LIMIT 1000`,
    );
    this.#putPart = db.prepare('INSERT OR IGNORE INTO parts_in_sale (whole, part) VALUES (?, ?)');
    this.#partsOfSale = db.prepare('SELECT part FROM parts_in_sale WHERE whole = ?');
    this.#isInUnfinishedSale = db.prepare(
      `SELECT 1 FROM parts_in_sale JOIN sealings ON plain_sha256 = whole
       WHERE part = ? AND registered_at IS NULL AND whole IS NOT ?`,
    );
  }

  /** Stores an opened collection, or replaces it. */
  put(collection: Buffer, manifest: Buffer, parts: readonly SoldPartRow[]): Promise<void> {
    return this.#commands.run(() => {
      this.#remove.run(collection);
      this.#add.run(collection, manifest);
      for (const [position, row] of parts.entries()) this.#addPart.run({ ...row, collection, position });
    });
  }

  /** Returns the public manifest of an opened collection. */
  manifestOf(collection: Buffer): Buffer | undefined {
    return this.#manifest.get(collection)?.manifest;
  }

  /** Returns the parts of an opened collection in their order, also those of other registrants. */
  partsOf(collection: Buffer): SoldPart[] {
    return this.#parts.all(collection);
  }

  /**
   * Returns the opened collections whose licences include a content.
   * @param network that of the registrant; default: any
   */
  wholesOf(part: Buffer, network?: string): Buffer[] {
    return this.#knownWholes.get(`${network ?? ''} ${hashKey(part)}`, () =>
      this.#wholes.all({ part, network: network ?? null }).map(({ collection }) => collection),
    );
  }

  /** Returns the key of a content that such a collection lists. */
  keyOf(part: Buffer): SoldPartRow | undefined {
    return this.#knownKeys.get(hashKey(part), () => this.#key.get(part));
  }

  /** Returns stored collections with a key that were not opened, as after a recovery. */
  unopened(): Buffer[] {
    return this.#unopened.all(soldCollectionType).map(({ collection }) => collection);
  }

  /** Records the plain contents of a plain manifest whose sale has begun. */
  putParts(whole: Buffer, parts: readonly Buffer[]): Promise<void> {
    return this.#commands.run(() => {
      for (const part of parts) this.#putPart.run(whole, part);
    });
  }

  /** Returns the plain contents of a plain manifest in sale, or sold. */
  partsOfSale(whole: Buffer): Buffer[] {
    return this.#partsOfSale.all(whole).map(({ part }) => part);
  }

  /**
   * Returns whether a plain content is restricted for the sale of a collection that is not registered yet.
   * @param except a plain manifest that does not count
   */
  isInUnfinishedSale(part: Buffer, except?: Buffer): boolean {
    return this.#isInUnfinishedSale.get(part, except ?? null) !== undefined;
  }
}
