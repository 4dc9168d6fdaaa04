import { PerKey } from '../../../core/concurrency/keyed-mutex.ts';
import { within } from '../../../core/concurrency/with-timeout.ts';
import type { Catalogue } from '../../content/catalogue.ts';
import type { SealingRow } from '../repository/encryption-repository.ts';
import { ClosedContents, type ClosedContentsOptions } from '../restricted-contents.ts';
import { Settlement } from '../settlement.ts';
import { encrypting, notForSale, notStored, onItsWay, stopping } from './encryption-errors.ts';
import { type SealingJob, SealingJobs, type SealingJobsOptions } from './encryption-jobs.ts';

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

export interface SealingsOptions
  extends ClosedContentsOptions,
    Pick<SealingJobsOptions, 'sealer' | 'onError'> {
  catalogue: Pick<Catalogue, 'get' | 'find' | 'leave'>;
}

/** So long a call waits until the encrypted file is made. */
const patienceMs = 10_000;

/**
 * Plain contents that are to be sold. Each is closed from when that is first asked for: until its encrypted file is on
 * the chain, when its bytes go, or until that cannot happen any more, when it is open again as it was.
 */
export class Sealings {
  readonly #options: SealingsOptions;
  readonly #closed: ClosedContents;
  readonly #jobs: SealingJobs;
  readonly #settlement: Settlement;
  readonly #turns = new PerKey();
  #isStopped = false;

  constructor(options: SealingsOptions) {
    const closed = new ClosedContents(options);
    this.#options = options;
    this.#closed = closed;
    this.#jobs = new SealingJobs({ ...options, closed });
    this.#settlement = new Settlement({
      ...options,
      closed,
      isSealing: (plain) => this.#jobs.find(plain) !== undefined,
      inTurn: (plain, task) => this.#inTurn(plain, task),
    });
  }

  start(): void {
    this.#closed.hideAll();
    this.#settlement.start();
  }

  /** Breaks off what is being encrypted, which stays closed; before those who wait for it are. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#settlement.stop(), this.#jobs.stop()]);
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
    const row = this.#options.rows.get(plain);
    const job = this.#jobs.find(plain);
    const sealed = row?.sealed ?? null;
    if (job) return { state: 'sealing', done: job.done, sealed, message: null };
    if (sealed) return { state: 'sealed', done: 0, sealed, message: null };
    const message = this.#jobs.failure(plain) ?? (row && interrupted);
    return message === undefined ? undefined : { state: 'failed', done: 0, sealed, message };
  }

  /**
   * Closes a content for sale, and makes its encrypted file if there is none yet. Asked again, it goes on.
   * @throws NodeError `encrypting` with `Retry-After` where that takes longer, `content_not_found`, `not_yours`,
   * `insufficient_storage` and what else keeps it from being encrypted, and then it is open again
   */
  async seal(sha256: Buffer, user: string): Promise<SealedFile> {
    const plain = this.#options.rows.ofSealed(sha256)?.plain ?? sha256;
    const job = await this.#inTurn(plain, async () => this.#ask(plain, user));
    if (job && !(await within(patienceMs, job.ended))) throw encrypting();
    return this.#fileOf(plain);
  }

  /**
   * Opens a content again that was to be sold.
   * @throws NodeError `content_not_found` where it was not, or is on the chain, `order_open` while it may get there
   */
  async cancel(plain: Buffer): Promise<void> {
    const { rows } = this.#options;
    this.#jobs.forgetFailure(plain);
    refuseUnsold(rows.get(plain));
    const wasSealing = await this.#jobs.cancel(plain);
    await this.#inTurn(plain, async () => {
      const row = rows.get(plain);
      // Stopping its encryption has opened it already.
      if (wasSealing && !row) return;
      refuseUnsold(row);
      if (row.sealed && this.#settlement.isOrdered(row.sealed)) throw onItsWay();
      await this.#closed.reopen(row);
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

  /**
   * Looks whether a content may be removed.
   * @throws NodeError `order_open` for an encrypted file that is on its way to the chain: nobody could open what is sold
   */
  checkRemoval(sha256: Buffer): void {
    const row = this.#options.rows.ofSealed(sha256);
    if (row?.registeredAt === null && this.#settlement.isOrdered(sha256)) throw onItsWay();
  }

  /** Looks what became of those that are closed; in the background. */
  settle(): void {
    this.#settlement.settle();
  }

  #ask(plain: Buffer, user: string): SealingJob | undefined {
    const { rows, catalogue } = this.#options;
    const before = rows.get(plain);
    // It may be registered on another chain, too: what was sold stays as it is.
    if (before && before.registeredAt !== null && before.user === user) return undefined;
    if (this.#isStopped) throw stopping();
    this.#closed.close(plain, user);
    this.#jobs.forgetFailure(plain);
    const sealed = rows.get(plain)?.sealed;
    return sealed && catalogue.find(sealed) ? undefined : this.#jobs.begin(plain, user);
  }

  #fileOf(plain: Buffer): SealedFile {
    const { rows, keys, catalogue } = this.#options;
    const sealed = rows.get(plain)?.sealed;
    const key = sealed && keys.find(sealed);
    if (!key) throw notStored();
    const { size } = catalogue.get(sealed);
    return { sha256: sealed, size, contentType: key.contentType, keyHash: key.keyHash };
  }

  #inTurn<T>(plain: Buffer, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(plain.toString('latin1'), task);
  }
}

function refuseUnsold(row: SealingRow | undefined): asserts row is SealingRow {
  if (!row || row.registeredAt !== null) throw notForSale();
}

const interrupted = 'Its encryption was interrupted. Publish it again to go on, or open it again.';
