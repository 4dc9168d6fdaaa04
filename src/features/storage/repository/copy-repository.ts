import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';

/** Why a copy without an owner is kept (column `kind`, migrations/010-copies.ts); `copies` are evictable. */
export type CopyKind = 'pinned' | 'subscribed' | 'copies';

/**
 * Who pins a copy: bits of the column `pinned`. Triggers set a third one for parts of pinned collections. The owner's
 * unpinning ends all of them.
 */
const pins = { owner: 1, delivery: 2, byHand: 3 };

/** A number of contents and their bytes. */
export interface StoredAmount {
  contents: number;
  bytes: number;
}

/** An evictable copy; `lastUsedAt` in milliseconds. */
export interface EvictableCopy {
  number: number;
  sha256: Buffer;
  size: number;
  lastUsedAt: number;
}

/** Reads contents that came from other nodes, and marks them by commands. */
export class CopyRepository {
  readonly #commands: Commands;
  readonly #usage: Statement<[], StoredAmount & { kind: CopyKind | 'owned' }>;
  readonly #oldest: Statement<[number, number, number], EvictableCopy>;
  readonly #pin: Statement<[number, Buffer]>;
  readonly #unpin: Statement<[number, Buffer]>;
  readonly #addPart: Statement<[Buffer, Buffer]>;
  readonly #removeParts: Statement<[object]>;
  readonly #releaseParts: Statement<[object]>;
  readonly #subscribe: Statement<[number, Buffer]>;
  readonly #isCopy: Statement<[Buffer], unknown>;
  readonly #use: Statement<[number, number]>;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
    this.#usage = db.prepare('SELECT kind, contents, bytes FROM copy_usage');
    this.#oldest = db.prepare(
      `SELECT number, sha256, size, last_used_at AS lastUsedAt FROM copies JOIN contents USING (number)
       WHERE kind = 'copies' AND (last_used_at, number) > (?, ?) ORDER BY last_used_at, number LIMIT ?`,
    );
    const ofContent = 'number = (SELECT number FROM contents WHERE sha256 = ?)';
    this.#pin = db.prepare(`UPDATE copies SET pinned = pinned | ? WHERE ${ofContent}`);
    this.#unpin = db.prepare(`UPDATE copies SET pinned = pinned & ~? WHERE ${ofContent}`);
    this.#addPart = db.prepare('INSERT OR IGNORE INTO pinned_parts (collection, part) VALUES (?, ?)');
    this.#removeParts = db.prepare('DELETE FROM pinned_parts WHERE collection = @sha256 OR part = @sha256');
    this.#releaseParts = db.prepare(
      `DELETE FROM pinned_parts WHERE collection = @sha256 AND NOT EXISTS (SELECT 1 FROM copies
         WHERE pinned <> 0 AND number = (SELECT number FROM contents WHERE sha256 = @sha256))`,
    );
    this.#subscribe = db.prepare(`UPDATE copies SET subscribed = ? WHERE ${ofContent}`);
    this.#isCopy = db.prepare(`SELECT 1 FROM copies WHERE ${ofContent}`);
    this.#use = db.prepare('UPDATE copies SET last_used_at = max(last_used_at, ?) WHERE number = ?');
  }

  /** Returns the usage of copies without an owner. */
  usage(): Record<CopyKind, StoredAmount> {
    const none = { contents: 0, bytes: 0 };
    const usage = { pinned: none, subscribed: none, copies: none, owned: none };
    for (const { kind, ...share } of this.#usage.all()) usage[kind] = share;
    return usage;
  }

  /** Returns evictable copies after `after`, least recently used first. */
  oldest(after: Pick<EvictableCopy, 'lastUsedAt' | 'number'> | undefined, limit: number): EvictableCopy[] {
    const { lastUsedAt, number } = after ?? { lastUsedAt: Number.MIN_SAFE_INTEGER, number: 0 };
    return this.#oldest.all(lastUsedAt, number, limit);
  }

  /** Returns whether a content came from another node, even if it has an owner now. */
  isCopy(sha256: Buffer): boolean {
    return this.#isCopy.get(sha256) !== undefined;
  }

  /** Pins a copy with its parts; returns false where the content is no copy. */
  pin(sha256: Buffer, parts: readonly Buffer[]): Promise<boolean> {
    return this.#commands.run(() => {
      if (this.#pin.run(pins.owner, sha256).changes === 0) return false;
      for (const part of parts) this.#addPart.run(sha256, part);
      return true;
    });
  }

  /** Unpins a copy with its parts, except those that are pinned otherwise; returns false where the content is no copy. */
  unpin(sha256: Buffer): Promise<boolean> {
    return this.#commands.run(() => {
      if (this.#unpin.run(pins.byHand, sha256).changes === 0) return false;
      this.#removeParts.run({ sha256 });
      return true;
    });
  }

  /** Pins a copy for a licence, or ends that with its parts; a pin by the owner stays. */
  setDelivered(sha256: Buffer, delivered: boolean): Promise<void> {
    return this.#commands.run(() => {
      (delivered ? this.#pin : this.#unpin).run(pins.delivery, sha256);
      if (!delivered) this.#releaseParts.run({ sha256 });
    });
  }

  /** Pins a part of a collection as long as the collection is pinned. */
  pinPart(collection: Buffer, part: Buffer): Promise<void> {
    return this.#commands.run(() => void this.#addPart.run(collection, part));
  }

  /**
   * Marks copies as subscribed or not; skips contents that are no copies.
   * @param except returns whether a content stays as it is; called in the command
   */
  setSubscribed(
    hashes: readonly Buffer[],
    subscribed: boolean,
    except?: (sha256: Buffer) => boolean,
  ): Promise<void> {
    return this.#commands.run(() => {
      for (const sha256 of hashes) if (!except?.(sha256)) this.#subscribe.run(subscribed ? 1 : 0, sha256);
    });
  }

  /**
   * Records uses of copies.
   * @param uses time of the last use by number of the content
   */
  noteUses(uses: ReadonlyMap<number, number>): Promise<void> {
    return this.#commands.run(() => {
      for (const [number, at] of uses) this.#use.run(at, number);
    });
  }
}
