import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { PerKey } from '../../core/per-key.ts';
import { Running } from '../../core/running.ts';
import type { ContentRecordRepository } from '../../db/content-records.ts';
import type { SealingRepository, SealingRow } from '../../db/sealings.ts';
import type { Catalogue } from '../catalogue.ts';
import type { ContentKeys } from './content-keys.ts';
import type { Sealer } from './sealer.ts';

/** The encrypted file that is registered instead of a plain one. */
export interface SealedFile {
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** Of the plain bytes. */
  contentType: string;
  /** SHA-256 of the key. */
  keyHash: Buffer;
}

/** How far an encryption is: bytes encrypted and read back, of twice the size. */
export interface SealingState {
  state: 'sealing' | 'sealed' | 'failed';
  done: number;
  sealed: Buffer | null;
  message: string | null;
}

export interface SealingsOptions {
  rows: SealingRepository;
  keys: ContentKeys;
  sealer: Pick<Sealer, 'seal'>;
  catalogue: Pick<Catalogue, 'get' | 'find' | 'leave' | 'inTurn'>;
  records: Pick<ContentRecordRepository, 'get'>;
  /** Shows a content in lists, or takes it out of them. */
  publish: (sha256: Buffer, published: boolean) => void;
  /** Whether a file is on the chain that is followed. */
  isRegistered: (sha256: Buffer) => boolean;
  clock: Clock;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** So long a call waits until the encrypted file is made. */
const patienceMs = 10_000;
/** So long after somebody last asked for it a file stays closed for which nothing was ordered. */
const closedMs = 10 * 60_000;
const settleEveryMs = 60_000;

interface Job {
  done: number;
  ending: AbortController;
  ended: Promise<void>;
}

/**
 * Plain contents that are to be sold. Each is closed from when that is first asked for: until its encrypted file is on
 * the chain, when its bytes go, or until that cannot happen any more, when it is open again as it was.
 */
export class Sealings {
  readonly #options: SealingsOptions;
  readonly #startedAt: number;
  /** By the plain hash, in Latin-1. */
  readonly #jobs = new Map<string, Job>();
  readonly #failures = new Map<string, string>();
  /** When somebody last asked, in milliseconds. */
  readonly #asked = new Map<string, number>();
  readonly #turns = new PerKey();
  /** One file is encrypted after the other. */
  readonly #queue = new PerKey();
  readonly #running = new Running();
  #timer: NodeJS.Timeout | undefined;
  #settling: Promise<void> | undefined;
  #isAskedToSettle = false;
  #isStopped = false;

  constructor(options: SealingsOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  start(): void {
    this.#timer ??= setInterval(() => this.settle(), settleEveryMs).unref();
    this.settle();
  }

  /** Breaks off what is being encrypted, which stays closed; before those who wait for it are. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const { ending } of this.#jobs.values()) ending.abort(stopping());
    await this.#settling;
    await this.#running.settled();
  }

  /** A plain content that is closed. */
  find(plain: Buffer): SealingRow | undefined {
    return this.#options.rows.get(plain);
  }

  /** The one that an encrypted file was made of here. */
  ofSealed(sealed: Buffer): SealingRow | undefined {
    return this.#options.rows.ofSealed(sealed);
  }

  state(plain: Buffer): SealingState | undefined {
    const key = keyOf(plain);
    const row = this.#options.rows.get(plain);
    const job = this.#jobs.get(key);
    const sealed = row?.sealed ?? null;
    if (job) return { state: 'sealing', done: job.done, sealed, message: null };
    if (sealed) return { state: 'sealed', done: 0, sealed, message: null };
    const message = this.#failures.get(key) ?? (row && interrupted);
    return message === undefined ? undefined : { state: 'failed', done: 0, sealed, message };
  }

  /**
   * Closes a content for sale, and makes its encrypted file if there is none yet. Asked again, it goes on.
   * @throws NodeError `encrypting` with `Retry-After` where that takes longer, `content_not_found`, `not_yours`,
   * `insufficient_storage` and what else keeps it from being encrypted, and then it is open again
   */
  async seal(sha256: Buffer, user: string): Promise<SealedFile> {
    const plain = this.#options.rows.ofSealed(sha256)?.plain ?? sha256;
    const job = await this.#turns.run(keyOf(plain), async () => this.#ask(plain, user));
    if (job && !(await within(patienceMs, job.ended))) throw encrypting();
    return this.#fileOf(plain);
  }

  /**
   * Opens a content again that was to be sold.
   * @throws NodeError `content_not_found` where it was not, or is on the chain, `order_open` while it may get there
   */
  async cancel(plain: Buffer): Promise<void> {
    const { rows } = this.#options;
    this.#failures.delete(keyOf(plain));
    refuseUnsold(rows.get(plain));
    const job = this.#jobs.get(keyOf(plain));
    job?.ending.abort(cancelled());
    await job?.ended.catch(() => {});
    await this.#turns.run(keyOf(plain), async () => {
      const row = rows.get(plain);
      // Stopping its encryption has opened it already.
      if (job && !row) return;
      refuseUnsold(row);
      this.#refuseOrdered(row);
      await this.#reopen(row);
    });
  }

  /**
   * Opens a content that a user registers without a price, after it was closed for a sale that is not on this chain.
   * @throws NodeError `order_open` while that may get there
   */
  async unseal(plain: Buffer, user: string): Promise<void> {
    const { rows, isRegistered, onChange } = this.#options;
    const row = rows.get(plain);
    if (row?.user !== user) return;
    if (row.registeredAt === null) return this.cancel(plain);
    if (row.sealed && isRegistered(row.sealed)) return;
    // What was sold on another chain keeps its file and key.
    rows.remove(plain);
    onChange();
  }

  /** Looks what became of those that are closed; in the background. */
  settle(): void {
    this.#isAskedToSettle = true;
    if (this.#settling || this.#isStopped) return;
    // The index tells of registrations within its own transaction.
    this.#settling = Promise.resolve()
      .then(() => this.#settleAll())
      .catch(this.#options.onError)
      .finally(() => {
        this.#settling = undefined;
      });
  }

  #ask(plain: Buffer, user: string): Job | undefined {
    const { rows, records, publish, catalogue, clock } = this.#options;
    const key = keyOf(plain);
    const record = records.get(plain);
    let row = rows.get(plain);
    // It may be registered on another chain, too: what was sold stays as it is.
    if (row && row.registeredAt !== null && row.user === user) return undefined;
    if (!record) throw notStored();
    if (row ? row.user !== user : record.uploadedBy !== user) throw notYours();
    if (this.#isStopped) throw stopping();
    this.#failures.delete(key);
    this.#asked.set(key, clock());
    if (!row) {
      rows.add({ plain, user, wasPublished: record.published, begunAt: clock() });
      row = rows.get(plain);
    }
    if (record.published) publish(plain, false);
    if (row?.sealed && catalogue.find(row.sealed)) return undefined;
    return this.#jobs.get(key) ?? this.#begin(plain, user);
  }

  #begin(plain: Buffer, user: string): Job {
    const key = keyOf(plain);
    const ending = new AbortController();
    const job: Job = { done: 0, ending, ended: Promise.resolve() };
    this.#jobs.set(key, job);
    job.ended = this.#running.add(this.#queue.run('', () => this.#run(plain, user, job)));
    job.ended.catch(() => {});
    this.#options.onChange();
    return job;
  }

  async #run(plain: Buffer, user: string, job: Job): Promise<void> {
    const { catalogue, sealer, rows, onChange } = this.#options;
    const { signal } = job.ending;
    try {
      signal.throwIfAborted();
      const row = rows.get(plain);
      if (row) await this.#removeMade(row);
      const onProgress = progressOf(job, onChange);
      const sealed = await sealer.seal({ plain: catalogue.get(plain), user, signal, onProgress });
      rows.setSealed(plain, sealed);
    } catch (error) {
      if (!this.#isStopped) await this.#fail(plain, error, signal.reason === error);
      throw error;
    } finally {
      this.#jobs.delete(keyOf(plain));
      this.#asked.set(keyOf(plain), this.#options.clock());
      onChange();
    }
  }

  async #fail(plain: Buffer, error: unknown, isCancelled: boolean): Promise<void> {
    const { rows, onError } = this.#options;
    const isKnown = error instanceof NodeError;
    if (!isKnown) onError(error);
    if (!isCancelled) {
      this.#failures.set(
        keyOf(plain),
        isKnown ? error.message : 'It could not be encrypted; the log says why.',
      );
    }
    const row = rows.get(plain);
    if (row) await this.#reopen(row);
  }

  #fileOf(plain: Buffer): SealedFile {
    const { rows, keys, catalogue } = this.#options;
    const sealed = rows.get(plain)?.sealed;
    const key = sealed && keys.find(sealed);
    if (!key) throw notStored();
    const { size } = catalogue.get(sealed);
    return { sha256: sealed, size, contentType: key.contentType, keyHash: key.keyHash };
  }

  async #settleAll(): Promise<void> {
    while (this.#isAskedToSettle && !this.#isStopped) {
      this.#isAskedToSettle = false;
      for (const { plain } of this.#options.rows.pending()) {
        if (this.#isStopped) return;
        await this.#turns.run(keyOf(plain), () => this.#settleOne(plain));
      }
    }
  }

  async #settleOne(plain: Buffer): Promise<void> {
    const { rows, isRegistered, clock } = this.#options;
    const row = rows.get(plain);
    const key = keyOf(plain);
    if (!row || this.#jobs.has(key)) return;
    const orders = row.sealed ? this.#ordersOf(row.sealed) : [];
    if (row.sealed && (isRegistered(row.sealed) || orders.some(({ state }) => state === 'confirmed'))) {
      await this.#finish(row, row.sealed);
      return;
    }
    if (orders.some(({ state }) => state === 'open')) return;
    const last = orders[0]?.settledAt;
    const asked = this.#asked.get(key);
    const isOver = last != null && last >= (asked ?? 0);
    if (isOver || clock() - (asked ?? this.#startedAt) > closedMs) await this.#reopen(row);
  }

  /** On the chain: the plain bytes go, unless others hold them, too. The encrypted file opens to the same. */
  async #finish({ plain, user }: SealingRow, sealed: Buffer): Promise<void> {
    const { rows, catalogue, clock, onChange } = this.#options;
    // Whoever removed that by hand keeps the plain bytes, which nobody has otherwise.
    if (catalogue.find(sealed)) await this.#leave(plain, user);
    rows.setRegistered(sealed, clock());
    this.#asked.delete(keyOf(plain));
    onChange();
  }

  /** Each step may be done again after a crash. */
  async #reopen(row: SealingRow): Promise<void> {
    const { rows, records, publish, onChange } = this.#options;
    const { plain, user, wasPublished } = row;
    await this.#removeMade(row);
    if (wasPublished && records.get(plain)?.uploadedBy === user) publish(plain, true);
    rows.remove(plain);
    this.#asked.delete(keyOf(plain));
    onChange();
  }

  /** What was made for this sale, whole or not, with its keys. What was sold before, maybe on another chain, stays. */
  async #removeMade({ plain, user, begunAt }: SealingRow): Promise<void> {
    const { keys, isRegistered } = this.#options;
    for (const { sealed, origin, createdAt } of keys.ofPlain(plain)) {
      if (origin !== 'author' || createdAt < begunAt || isRegistered(sealed)) continue;
      await this.#leave(sealed, user);
      keys.remove(sealed);
    }
  }

  async #leave(sha256: Buffer, user: string): Promise<void> {
    try {
      await this.#options.catalogue.leave(sha256, user);
    } catch (error) {
      if (!(error instanceof NodeError && error.code === 'content_not_found')) throw error;
    }
  }

  #refuseOrdered({ sealed }: SealingRow): void {
    const isOver = ({ state }: { state: string }) => state === 'expired' || state === 'refused';
    if (!sealed) return;
    if (!this.#options.isRegistered(sealed) && this.#ordersOf(sealed).every(isOver)) return;
    throw new NodeError('order_open', 'It is on its way to the chain. Wait until that is settled.');
  }

  #ordersOf(sealed: Buffer) {
    return this.#options.rows.ordersOf(sealed);
  }
}

function refuseUnsold(row: SealingRow | undefined): asserts row is SealingRow {
  if (row && row.registeredAt === null) return;
  throw new NodeError('content_not_found', 'This content is not being put up for sale.');
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');

const interrupted = 'Its encryption was interrupted. Publish it again to go on, or open it again.';

/** Told a few times a second at most. */
function progressOf(job: Job, onChange: () => void): (bytes: number) => void {
  let toldAt = 0;
  return (bytes) => {
    job.done += bytes;
    if (performance.now() - toldAt < 500) return;
    toldAt = performance.now();
    onChange();
  };
}

/** @returns whether it ended in time @throws what it rejects with */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

const notStored = () =>
  new NodeError('content_not_found', 'The content is not stored here. Upload it first.');

const notYours = () =>
  new NodeError(
    'not_yours',
    'Others stored the same bytes on this node before you, so they are not yours to sell here.',
  );

const encrypting = () =>
  new NodeError('encrypting', 'The content is being encrypted. Ask again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

const cancelled = () => new NodeError('encrypting', 'The encryption was stopped. Ask again to begin anew.');
const stopping = () =>
  new NodeError('shutting_down', 'The node is shutting down. Ask again when it is back.');
