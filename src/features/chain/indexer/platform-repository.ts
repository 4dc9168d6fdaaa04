import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

/** Identifies a transaction of an account. */
export interface TransactionId {
  /** Logical time, which increases with each transaction of an account. */
  lt: bigint;
  hash: Buffer;
}

/** Indexing progress of a platform. */
export interface PlatformState {
  /** The newest transaction whose events are in the index. */
  cursor: TransactionId | undefined;
  /** The masterchain seqno up to which the index is complete. */
  height: number;
  /** Chain time in Unix seconds up to which the index is complete. */
  completeUntil: number;
  /** Transaction at which a walk back to the cursor continues; undefined when there is none or it is complete. */
  walk: TransactionId | undefined;
  /** Number of times that its chain was replaced. */
  replacements: number;
}

/** A platform that the owner of the followed one named; its contents are stored as those of the followed one. */
export interface Successor {
  /** Id of its progress. */
  id: number;
  address: string;
  /** 1 is the oldest; the followed platform itself has 0. */
  position: number;
}

/** A transaction that a walk has read. */
export interface WalkedTransaction extends TransactionId {
  /** The whole transaction, or null when it contains nothing to apply. */
  boc: Buffer | null;
}

/** Number of hashes of applied transactions to keep; also the limit of removals in one database transaction. */
const keptTransactions = 10_000;
const prunedAtOnce = 1000;

interface StateRow {
  cursorLt: bigint | null;
  cursorHash: Buffer | null;
  height: bigint;
  completeUntil: bigint;
  walkLt: bigint | null;
  walkHash: Buffer | null;
  replacements: bigint;
}

const idOf = (lt: bigint | null, hash: Buffer | null): TransactionId | undefined =>
  lt === null || hash === null ? undefined : { lt, hash };

const withSuccessors = '(SELECT @id UNION SELECT successor FROM platform_successors WHERE platform = @id)';

/** Removes all that is known of the chain of a followed platform and its successors. */
const wipes = [
  'DELETE FROM licences WHERE platform = @id',
  'DELETE FROM chain_contents WHERE platform = @id',
  `DELETE FROM platform_transactions WHERE platform IN ${withSuccessors}`,
  `UPDATE platforms SET height = 0, complete_until = 0, cursor_lt = NULL, cursor_hash = NULL,
     walk_lt = NULL, walk_hash = NULL, replacements = replacements + 1 WHERE id IN ${withSuccessors}`,
  'DELETE FROM platform_successors WHERE platform = @id',
];

/** Stores the followed platforms and their transactions. Replicas share them, and one at a time follows the chain. */
export class ChainPlatformRepository {
  readonly #commands: Commands;
  readonly #job: Commands;
  readonly #find: Statement<[string, string], { id: number }>;
  readonly #insert: Statement<[string, string]>;
  readonly #former: Statement<[string, number], { id: number; address: string }>;
  readonly #setEndNoted: Statement<[number]>;
  readonly #successors: Statement<[number], Successor>;
  readonly #addSuccessor: Statement<[{ platform: number; successor: number }]>;
  readonly #state: Statement<[number], StateRow>;
  readonly #has: Statement<[number, bigint, Buffer], unknown>;
  readonly #insertTransaction: Statement<[number, bigint, Buffer, Buffer | null]>;
  readonly #setWalk: Statement<[bigint | null, Buffer | null, number]>;
  readonly #walked: Statement<[number, bigint, number], WalkedTransaction>;
  readonly #applied: Statement<[number, bigint]>;
  readonly #setCursor: Statement<[bigint, Buffer, number]>;
  readonly #setHeight: Statement<[number, number, number]>;
  readonly #prune: Statement<[{ platform: number; kept: number; max: number }]>;
  readonly #deleteWalked: Statement<[number, bigint]>;
  readonly #wipe: readonly Statement<[{ id: number }]>[];

  /** @param job runs the writes of whoever follows the chain */
  constructor(db: Db, commands: Commands = new GroupCommit(db), job = commands) {
    this.#commands = commands;
    this.#job = job;
    this.#find = db.prepare('SELECT id FROM platforms WHERE network = ? AND address = ?');
    this.#insert = db.prepare(
      'INSERT INTO platforms (network, address) VALUES (?, ?) ON CONFLICT DO NOTHING',
    );
    this.#former = db.prepare(
      `SELECT id, address FROM platforms WHERE network = ? AND id <> ? AND is_end_noted = 0
         AND EXISTS (SELECT 1 FROM chain_contents WHERE platform = platforms.id)`,
    );
    this.#setEndNoted = db.prepare('UPDATE platforms SET is_end_noted = 1 WHERE id = ?');
    this.#successors = db.prepare(
      `SELECT id, address, position FROM platform_successors JOIN platforms ON id = successor
         WHERE platform = ? ORDER BY position`,
    );
    this.#addSuccessor = db.prepare(
      `INSERT INTO platform_successors (platform, position, successor)
         SELECT @platform, count(*) + 1, @successor FROM platform_successors WHERE platform = @platform`,
    );
    this.#state = db
      .prepare<[number], StateRow>(
        `SELECT cursor_lt AS cursorLt, cursor_hash AS cursorHash, height, complete_until AS completeUntil,
           walk_lt AS walkLt, walk_hash AS walkHash, replacements FROM platforms WHERE id = ?`,
      )
      .safeIntegers();
    const ofPlatform = 'FROM platform_transactions WHERE platform = ?';
    this.#has = db.prepare(`SELECT 1 ${ofPlatform} AND lt = ? AND hash = ?`);
    this.#insertTransaction = db.prepare(
      'INSERT INTO platform_transactions (platform, lt, hash, boc) VALUES (?, ?, ?, ?)',
    );
    this.#setWalk = db.prepare('UPDATE platforms SET walk_lt = ?, walk_hash = ? WHERE id = ?');
    this.#walked = db
      .prepare<[number, bigint, number], WalkedTransaction>(
        `SELECT lt, hash, boc ${ofPlatform} AND lt > ? ORDER BY lt LIMIT ?`,
      )
      .safeIntegers();
    this.#applied = db.prepare(
      'UPDATE platform_transactions SET boc = NULL WHERE platform = ? AND lt = ? AND boc IS NOT NULL',
    );
    this.#setCursor = db.prepare('UPDATE platforms SET cursor_lt = ?, cursor_hash = ? WHERE id = ?');
    this.#setHeight = db.prepare(
      'UPDATE platforms SET height = ?, complete_until = max(complete_until, ?) WHERE id = ?',
    );
    const ofThis = 'FROM platform_transactions WHERE platform = @platform';
    this.#prune = db.prepare(
      `DELETE ${ofThis} AND boc IS NULL
         AND lt < (SELECT lt ${ofThis} ORDER BY lt DESC LIMIT 1 OFFSET @kept)
         AND lt < (SELECT lt ${ofThis} ORDER BY lt LIMIT 1 OFFSET @max)`,
    );
    this.#deleteWalked = db.prepare(`DELETE ${ofPlatform} AND lt > ?`);
    this.#wipe = wipes.map((sql) => db.prepare(sql));
  }

  /**
   * Runs writes of whoever follows the chain, by this and other repositories, in one command.
   * @throws LeaseLostError where this process does not follow it
   */
  write<T>(work: () => T): Promise<T> {
    return commitAtOnce(this.#job, work);
  }

  /** @param address raw */
  find(network: string, address: string): number | undefined {
    return this.#find.get(network, address)?.id;
  }

  /** Adds a platform, unless it is there. */
  async add(network: string, address: string): Promise<void> {
    if (this.find(network, address) === undefined) {
      await commitAtOnce(this.#commands, () => this.idOf(network, address));
    }
  }

  /**
   * Returns the permanent id of a platform for all its rows; adds one that is not there, which replicas do by `add`.
   * @param address raw
   */
  idOf(network: string, address: string): number {
    const known = this.find(network, address);
    if (known !== undefined) return known;
    this.#insert.run(network, address);
    return this.find(network, address) as number;
  }

  /** Returns other platforms of a network that have contents, except those whose end was noted. */
  otherWithContents(network: string, platform: number): { id: number; address: string }[] {
    return this.#former.all(network, platform);
  }

  /** Records that the owner was notified of the end of a platform. */
  setEndNoted(platform: number): Promise<void> {
    return this.write(() => void this.#setEndNoted.run(platform));
  }

  state(platform: number): PlatformState {
    const row = this.#state.get(platform);
    if (!row) throw new Error('a platform that is not there');
    return {
      cursor: idOf(row.cursorLt, row.cursorHash),
      height: Number(row.height),
      completeUntil: Number(row.completeUntil),
      walk: idOf(row.walkLt, row.walkHash),
      replacements: Number(row.replacements),
    };
  }

  /** Returns whether the platform is known to have had this transaction. */
  has(platform: number, { lt, hash }: TransactionId): boolean {
    return this.#has.get(platform, lt, hash) !== undefined;
  }

  /** Stores part of a walk, and the transaction at which it continues. */
  addWalked(platform: number, walked: readonly WalkedTransaction[], next: TransactionId | undefined): void {
    for (const { lt, hash, boc } of walked) this.#insertTransaction.run(platform, lt, hash, boc);
    this.#setWalk.run(next?.lt ?? null, next?.hash ?? null, platform);
  }

  /** Returns the walked transactions above the cursor, oldest first. */
  walked(platform: number, cursor: TransactionId | undefined, max: number): WalkedTransaction[] {
    return this.#walked.all(platform, cursor?.lt ?? 0n, max);
  }

  /** Removes old applied transactions; the newest ones suffice to recognise outdated responses of the same chain. */
  prune(platform: number): void {
    this.#prune.run({ platform, kept: keptTransactions, max: prunedAtOnce });
  }

  /** Moves the cursor to a walked transaction that the index now contains. */
  setApplied(platform: number, { lt, hash }: TransactionId): void {
    this.#applied.run(platform, lt);
    this.#setCursor.run(lt, hash, platform);
  }

  /** Removes a walk. */
  dropWalk(platform: number, cursor: TransactionId | undefined): void {
    this.#deleteWalked.run(platform, cursor?.lt ?? 0n);
    this.#setWalk.run(null, null, platform);
  }

  setHeight(platform: number, height: number, completeUntil: number): void {
    this.#setHeight.run(height, completeUntil, platform);
  }

  /** Returns the successors of a followed platform, the oldest first. */
  successors(platform: number): Successor[] {
    return this.#successors.all(platform);
  }

  /** Adds the newest successor of a followed platform, unless another replica has. */
  addSuccessor(platform: number, address: string): Promise<void> {
    return commitAtOnce(this.#commands, () => {
      if (this.successors(platform).some((successor) => successor.address === address)) return;
      this.#addSuccessor.run({ platform, successor: this.idOf(`successor of ${platform}`, address) });
    });
  }

  /** Removes all data of the chain of a followed platform, its successors and all progress. */
  wipe(platform: number): void {
    for (const statement of this.#wipe) statement.run({ id: platform });
  }
}
