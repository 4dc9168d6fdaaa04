import type { Lease } from '../../../core/concurrency/leader.ts';
import type { Commands, RowListener } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { ContentRecordRepository, type ContentRecordRow } from './content-record-repository.ts';
import {
  type AdditionResult,
  type ContentEdits,
  type ContentRow,
  ContentRows,
  contentColumns,
  type NewContent,
  type OwnerRemoval,
} from './rows/content-rows.ts';

interface AddOptions {
  /** Called in the command before a content is added, not for one that is stored, or in the trash. */
  checkSpace?: () => void;
  /** Called in the command; see `StagedBlob.record`. */
  recordBytes?: () => void;
  /** That of the job that adds it. */
  lease?: Lease | undefined;
}

/** Reads contents, and writes them by commands; a promise resolves when the change is on disk. */
export class ContentRepository {
  /** For commands that write more than contents. */
  readonly rows: ContentRows;
  readonly #commands: Commands;
  readonly #records: ContentRecordRepository;
  readonly #one: Statement<[Buffer], ContentRow>;
  readonly #hasBytes: Statement<[Buffer], unknown>;
  readonly #checksums: Statement<[Buffer], { crc32: Buffer }>;
  readonly #totals: Statement<[], { contents: number; contentBytes: number }>;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.rows = new ContentRows(db);
    this.#commands = commands;
    this.#records = new ContentRecordRepository(db);
    this.#one = db.prepare(`SELECT ${contentColumns} FROM contents WHERE sha256 = ? AND deleted_at IS NULL`);
    this.#hasBytes = db.prepare('SELECT 1 FROM contents WHERE sha256 = ?');
    this.#checksums = db.prepare('SELECT crc32 FROM content_checksums WHERE sha256 = ?');
    this.#totals = db.prepare('SELECT contents, content_bytes AS contentBytes FROM totals');
  }

  get(sha256: Buffer): ContentRow | undefined {
    return this.#one.get(sha256);
  }

  /** Returns whether a content has a row; contents in the trash count. */
  hasBytes(sha256: Buffer): boolean {
    return this.#hasBytes.get(sha256) !== undefined;
  }

  /** Returns the CRC-32 of each 512 KiB block, little-endian. */
  checksums(sha256: Buffer): Buffer | undefined {
    return this.#checksums.get(sha256)?.crc32;
  }

  /**
   * Adds a content or an owner.
   * @throws NodeError `blocked`, LeaseLostError, and the errors of `checkSpace` and `recordBytes`
   */
  add(content: NewContent, { checkSpace, recordBytes, lease }: AddOptions = {}): Promise<AdditionResult> {
    return this.#commands.run(
      () => {
        if (checkSpace && !this.hasBytes(content.sha256)) checkSpace();
        recordBytes?.();
        return this.rows.add(content);
      },
      ({ index }) => index(),
      lease,
    );
  }

  /** Adds an owner of a stored content; undefined where it was removed, because its bytes are gone with it. */
  addOwner(content: NewContent): Promise<AdditionResult | undefined> {
    return this.#commands.run(
      () => (this.hasBytes(content.sha256) ? this.rows.add(content) : undefined),
      (written) => written?.index(),
    );
  }

  /**
   * Edits a record; publishing a copy makes it the owner's content.
   * @param change returns the new texts; undefined: nothing is changed
   * @returns whether there was something to change
   * @throws the errors of `change`
   */
  edit(
    sha256: Buffer,
    change: (record: ContentRecordRow) => ContentEdits | undefined,
    at: number,
  ): Promise<boolean> {
    return this.editSome(() => [sha256], change, at).then(({ length }) => length > 0);
  }

  /**
   * Edits several records in one command, in their order, as `edit` does.
   * @param hashesOf called in the command, in which a replica has the rows of others
   * @returns the hashes of the changed records
   */
  editSome(
    hashesOf: () => readonly Buffer[],
    change: (record: ContentRecordRow) => ContentEdits | undefined,
    at: number,
  ): Promise<Buffer[]> {
    return this.#commands.run(() =>
      hashesOf().filter((sha256) => {
        const record = this.#records.get(sha256);
        const edits = record && change(record);
        if (edits) this.rows.edit(record, edits, at);
        return edits !== undefined;
      }),
    );
  }

  /**
   * Removes an owner; see `ContentRows.removeOwner`.
   * @param mayGo called in the command; false keeps the owner
   */
  removeOwner(sha256: Buffer, user: string, at: number, mayGo = () => true): Promise<OwnerRemoval> {
    return this.#commands.run(() => (mayGo() ? this.rows.removeOwner(sha256, user, at) : 'none'));
  }

  /**
   * Removes an evictable copy.
   * @param mayGo called immediately before the row is deleted; false keeps the copy
   * @returns whether it was removed
   */
  evict(sha256: Buffer, mayGo: () => boolean): Promise<boolean> {
    return this.#commands.run(() => this.rows.evict(sha256, mayGo));
  }

  /** Removes a content, also from the trash and as the cover of others; returns false when there was none. */
  remove(sha256: Buffer): Promise<boolean> {
    return this.#commands.run(() => this.rows.remove(sha256));
  }

  totals(): { contents: number; contentBytes: number } {
    return this.#totals.get() ?? { contents: 0, contentBytes: 0 };
  }

  /** Follows the rows of other replicas; see `Commands.follow`. */
  follow(listener: RowListener): void {
    this.#commands.follow(listener);
  }

  /** Copies what other replicas have written; undefined in a standalone node. */
  refresh(): Promise<void> | undefined {
    return this.#commands.refresh?.();
  }

  /** Commits pending writes; called before the database is closed. */
  flush(): void {
    this.#commands.flush();
  }
}
