import type { Clock } from '../../core/clock.ts';
import { type Lease, LeaseLostError } from '../../core/concurrency/leader.ts';
import type { RestrictionRepository } from './repository/restriction-repository.ts';
import type { SoldCollectionRepository } from './repository/sold-collection-repository.ts';
import type { RestrictedContents } from './restricted-contents.ts';
import type { Restriction, RestrictionCheck } from './restriction-store.ts';

/** Time in milliseconds after the last request for which a file without an order stays restricted. */
const restrictionIdleMs = 10 * 60_000;
const reconcileEveryMs = 60_000;

export interface RestrictionReconcilerOptions {
  rows: RestrictionRepository;
  soldRows: Pick<SoldCollectionRepository, 'partsOfSale' | 'isInUnfinishedSale'>;
  restricted: RestrictedContents;
  /** Returns whether a file is on the followed chain. */
  isRegistered: (sha256: Buffer) => boolean;
  /** Returns whether a content is being encrypted here. */
  isEncrypting: (plain: Buffer) => boolean;
  /** Whether no other process can do this work, so that it may also run before the start. */
  isAlone: boolean;
  clock: Clock;
  /** Runs a task while nothing else changes the sale of a content. */
  exclusively: (plain: Buffer, task: () => Promise<void>) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Reconciles restricted contents with the chain and the orders, in the background: they become sold, or the restriction
 * is lifted. One replica at a time does it.
 */
export class RestrictionReconciler {
  readonly #options: RestrictionReconcilerOptions;
  #timer: NodeJS.Timeout | undefined;
  #reconciling: Promise<void> | undefined;
  #isAsked = false;
  #isRunning: boolean;
  #lease: Lease | undefined;

  constructor(options: RestrictionReconcilerOptions) {
    this.#options = options;
    this.#isRunning = options.isAlone;
  }

  start(lease?: Lease): void {
    this.#lease = lease;
    this.#isRunning = true;
    this.#timer ??= setInterval(() => this.reconcile(), reconcileEveryMs).unref();
    this.reconcile();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#reconciling;
  }

  /** Starts to reconcile all restricted contents, unless another replica does that. */
  reconcile(): void {
    this.#isAsked = true;
    if (this.#reconciling || !this.#isRunning) return;
    // The work begins later, because the index reports registrations in its own transaction.
    this.#reconciling = Promise.resolve()
      .then(() => this.#reconcileAll())
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) this.#options.onError(error);
      })
      .finally(() => {
        this.#reconciling = undefined;
        // It may have been asked again after the last row was read.
        if (this.#isAsked) this.reconcile();
      });
  }

  /** Returns whether an encrypted file is on the chain, or an order may still register it. */
  isOrdered(encrypted: Buffer): boolean {
    const { rows, isRegistered } = this.#options;
    return isRegistered(encrypted) || !rows.ordersOf(encrypted).every(isOver);
  }

  async #reconcileAll(): Promise<void> {
    const { rows, exclusively } = this.#options;
    while (this.#isAsked && this.#isRunning) {
      this.#isAsked = false;
      for (const { plain } of await rows.pending()) {
        if (!this.#isRunning) return;
        await exclusively(plain, () => this.#reconcileOne(plain));
      }
    }
  }

  async #reconcileOne(plain: Buffer): Promise<void> {
    const { rows, soldRows, restricted, isRegistered, isEncrypting, clock } = this.#options;
    const row = rows.get(plain);
    if (!row || isEncrypting(plain) || rows.isEncrypting(row, clock())) return;
    const orders = row.encrypted ? rows.ordersOf(row.encrypted) : [];
    if (row.encrypted && (isRegistered(row.encrypted) || orders.some(({ state }) => state === 'confirmed'))) {
      await this.#finishParts(plain);
      await restricted.finish(row, row.encrypted, this.#lease);
      return;
    }
    // It is reconciled with the collection that it is sold in.
    if (soldRows.isInUnfinishedSale(plain)) return;
    if (orders.some(({ state }) => state === 'open')) return;
    const last = orders[0]?.settledAt;
    const isEnded = last != null && last >= (restricted.askedAt(plain) ?? 0);
    if (!isEnded && restricted.idleFor(plain) <= restrictionIdleMs) return;
    await restricted.unrestrict(row, { mayChange: this.#isStillIdle(row), lease: this.#lease });
  }

  /** Returns a check that nobody has requested the sale again, or ordered, since a row was read. */
  #isStillIdle({ askedAt, encrypted }: Restriction): RestrictionCheck {
    const { rows, isEncrypting, clock } = this.#options;
    return (now) => {
      const isBusy = isEncrypting(now.plain) || rows.isEncrypting(now, clock());
      return now.askedAt === askedAt && !isBusy && (!encrypted || rows.ordersOf(encrypted).every(isOver));
    };
  }

  /** Finishes the sale of the contents of a collection that was registered. */
  async #finishParts(whole: Buffer): Promise<void> {
    const { rows, soldRows, restricted, exclusively } = this.#options;
    for (const part of soldRows.partsOfSale(whole)) {
      await exclusively(part, async () => {
        const row = rows.get(part);
        if (row?.encrypted && row.registeredAt === null)
          await restricted.finish(row, row.encrypted, this.#lease);
      });
    }
  }
}

const isOver = ({ state }: { state: string }): boolean => state === 'expired' || state === 'refused';
