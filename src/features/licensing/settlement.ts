import type { SealingRepository } from './repository/encryption-repository.ts';
import type { ClosedContents } from './restricted-contents.ts';

/** So long after somebody last asked for it a file stays closed for which nothing was ordered. */
const closedMs = 10 * 60_000;
const settleEveryMs = 60_000;

export interface SettlementOptions {
  rows: SealingRepository;
  closed: ClosedContents;
  /** Whether a file is on the chain that is followed. */
  isRegistered: (sha256: Buffer) => boolean;
  /** Whether a content is being encrypted. */
  isSealing: (plain: Buffer) => boolean;
  /** Runs a task while nothing else changes what becomes of a content. */
  inTurn: (plain: Buffer, task: () => Promise<void>) => Promise<void>;
  onError: (error: unknown) => void;
}

/** Finds out, in the background, what became of contents that are closed. */
export class Settlement {
  readonly #options: SettlementOptions;
  #timer: NodeJS.Timeout | undefined;
  #settling: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  constructor(options: SettlementOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.settle(), settleEveryMs).unref();
    this.settle();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#settling;
  }

  /** Looks at all of them, soon. */
  settle(): void {
    this.#isAsked = true;
    if (this.#settling || this.#isStopped) return;
    // The index tells of registrations within its own transaction.
    this.#settling = Promise.resolve()
      .then(() => this.#settleAll())
      .catch(this.#options.onError)
      .finally(() => {
        this.#settling = undefined;
      });
  }

  /** Whether an encrypted file is on the chain, or may still get there. */
  isOrdered(sealed: Buffer): boolean {
    const { rows, isRegistered } = this.#options;
    const isOver = ({ state }: { state: string }) => state === 'expired' || state === 'refused';
    return isRegistered(sealed) || !rows.ordersOf(sealed).every(isOver);
  }

  async #settleAll(): Promise<void> {
    const { rows, inTurn } = this.#options;
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false;
      for (const { plain } of rows.pending()) {
        if (this.#isStopped) return;
        await inTurn(plain, () => this.#settleOne(plain));
      }
    }
  }

  async #settleOne(plain: Buffer): Promise<void> {
    const { rows, closed, isRegistered, isSealing } = this.#options;
    const row = rows.get(plain);
    if (!row || isSealing(plain)) return;
    const orders = row.sealed ? rows.ordersOf(row.sealed) : [];
    if (row.sealed && (isRegistered(row.sealed) || orders.some(({ state }) => state === 'confirmed'))) {
      await closed.finish(row, row.sealed);
      return;
    }
    if (orders.some(({ state }) => state === 'open')) return;
    const last = orders[0]?.settledAt;
    const isOver = last != null && last >= (closed.askedAt(plain) ?? 0);
    if (isOver || closed.idleFor(plain) > closedMs) await closed.reopen(row);
  }
}
