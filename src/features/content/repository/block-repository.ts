import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ContentRows } from './rows/content-rows.ts';

/** A content that this node neither stores nor serves; `blockedAt` in milliseconds. */
export interface BlockedRow {
  sha256: Buffer;
  reason: string;
  blockedAt: number;
}

const columns = 'sha256, reason, blocked_at AS blockedAt';

/** Stores which contents are blocked. */
export class BlockRepository {
  readonly #commands: Commands;
  readonly #contents: Pick<ContentRows, 'remove'>;
  readonly #one: Statement<[Buffer], BlockedRow>;
  readonly #all: Statement<[], BlockedRow>;
  readonly #insert: Statement<[BlockedRow]>;
  readonly #delete: Statement<[Buffer]>;

  constructor(db: Db, contents: Pick<ContentRows, 'remove'>, commands: Commands) {
    this.#commands = commands;
    this.#contents = contents;
    this.#one = db.prepare(`SELECT ${columns} FROM blocked WHERE sha256 = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM blocked ORDER BY blocked_at DESC, sha256`);
    this.#insert = db.prepare(
      `INSERT INTO blocked (sha256, reason, blocked_at) VALUES (@sha256, @reason, @blockedAt)
       ON CONFLICT (sha256) DO UPDATE SET reason = excluded.reason`,
    );
    this.#delete = db.prepare('DELETE FROM blocked WHERE sha256 = ?');
  }

  get(sha256: Buffer): BlockedRow | undefined {
    return this.#one.get(sha256);
  }

  list(): BlockedRow[] {
    return this.#all.all();
  }

  /** Follows blocks and their ends on other replicas. */
  follow(changed: (sha256: Buffer, isBlocked: boolean) => void): void {
    this.#commands.follow({
      changed: (table, before, after) => {
        if (table === 'blocked') changed((after ?? before)?.sha256 as Buffer, after !== undefined);
      },
    });
  }

  /** Blocks a content and removes its record in one transaction; returns whether it had one. */
  add(blocked: BlockedRow): Promise<boolean> {
    return this.#commands.run(() => {
      this.#insert.run(blocked);
      return this.#contents.remove(blocked.sha256);
    });
  }

  /** Unblocks a content; returns false when it was not blocked. */
  remove(sha256: Buffer): Promise<boolean> {
    return this.#commands.run(() => this.#delete.run(sha256).changes === 1);
  }
}
