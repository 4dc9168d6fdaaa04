import type { Lease } from '../../../core/concurrency/leader.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Position of the check of all stored files; times in milliseconds. */
export interface StoreCheckState {
  /** null: no check is running. */
  beganAt: number | null;
  /** Whether the owner started the check, not its schedule. */
  asked: boolean;
  /** The last checked hash; null: the check has just begun. */
  after: Buffer | null;
  /** Contents checked since the start of the check. */
  verified: number;
  finishedAt: number | null;
  /** Earliest start of the next check, after the owner ended one. */
  notBefore: number;
}

type Stored = Omit<StoreCheckState, 'asked'> & { asked: number };

/** Keeps the position of the check and when each content was last checked. */
export class StoreCheckRepository {
  readonly #commands: Commands;
  readonly #state: Statement<[], Stored>;
  readonly #write: Statement<[Stored]>;
  readonly #page: Statement<[Buffer, number], { sha256: Buffer; size: number; verifiedAt: number | null }>;
  readonly #verified: Statement<[number, Buffer]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#state = db.prepare(
      `SELECT began_at AS beganAt, asked, after_sha256 AS after, verified, finished_at AS finishedAt,
         not_before AS notBefore FROM store_check`,
    );
    this.#write = db.prepare(
      `UPDATE store_check SET began_at = @beganAt, asked = @asked, after_sha256 = @after, verified = @verified,
         finished_at = @finishedAt, not_before = @notBefore`,
    );
    this.#page = db.prepare(
      `SELECT sha256, size, verified_at AS verifiedAt FROM contents
       WHERE sha256 > ? AND deleted_at IS NULL ORDER BY sha256 LIMIT ?`,
    );
    this.#verified = db.prepare('UPDATE contents SET verified_at = ? WHERE sha256 = ?');
  }

  read(): StoreCheckState {
    const { asked, ...state } = this.#state.get() as Stored;
    return { ...state, asked: asked === 1 };
  }

  /** Saves the position, and the contents that were found intact since the last call, in one transaction. */
  write(
    state: StoreCheckState,
    intact: readonly { sha256: Buffer; at: number }[] = [],
    lease?: Lease,
  ): Promise<void> {
    const write = () => {
      this.#record(intact);
      this.#write.run({ ...state, asked: state.asked ? 1 : 0 });
    };
    return this.#commands.run(write, undefined, lease);
  }

  /** Saves the contents that were found intact. */
  recordIntact(intact: readonly { sha256: Buffer; at: number }[]): Promise<void> {
    return this.#commands.run(() => this.#record(intact));
  }

  /** Returns contents after a hash, in the order of hashes. */
  page(after: Buffer, limit: number): { sha256: Buffer; size: number; verifiedAt: number | null }[] {
    return this.#page.all(after, limit);
  }

  #record(intact: readonly { sha256: Buffer; at: number }[]): void {
    for (const { sha256, at } of intact) this.#verified.run(at, sha256);
  }
}
