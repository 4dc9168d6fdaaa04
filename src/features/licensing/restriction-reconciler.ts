import type { RestrictionRepository } from './repository/restriction-repository.ts';
import type { SoldCollectionRepository } from './repository/sold-collection-repository.ts';
import type { RestrictedContents } from './restricted-contents.ts';

/** Time in milliseconds after the last request for which a file without an order stays restricted. */
const restrictionIdleMs = 10 * 60_000;
const reconcileEveryMs = 60_000;

export interface RestrictionReconcilerOptions {
  rows: RestrictionRepository;
  soldRows: Pick<SoldCollectionRepository, 'partsOfSale' | 'isInUnfinishedSale'>;
  restricted: RestrictedContents;
  /** Returns whether a file is on the followed chain. */
  isRegistered: (sha256: Buffer) => boolean;
  /** Returns whether a content is being encrypted. */
  isEncrypting: (plain: Buffer) => boolean;
  /** Runs a task while nothing else changes the sale of a content. */
  exclusively: (plain: Buffer, task: () => Promise<void>) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Reconciles restricted contents with the chain and the orders, in the background: they become sold, or the restriction
 * is lifted.
 */
export class RestrictionReconciler {
  readonly #options: RestrictionReconcilerOptions;
  #timer: NodeJS.Timeout | undefined;
  #reconciling: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  constructor(options: RestrictionReconcilerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.reconcile(), reconcileEveryMs).unref();
    this.reconcile();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#reconciling;
  }

  /** Starts to reconcile all restricted contents. */
  reconcile(): void {
    this.#isAsked = true;
    if (this.#reconciling || this.#isStopped) return;
    // The work begins later, because the index reports registrations in its own transaction.
    this.#reconciling = Promise.resolve()
      .then(() => this.#reconcileAll())
      .catch(this.#options.onError)
      .finally(() => {
        this.#reconciling = undefined;
        // It may have been asked again after the last row was read.
        if (this.#isAsked) this.reconcile();
      });
  }

  /** Returns whether an encrypted file is on the chain, or an order may still register it. */
  isOrdered(encrypted: Buffer): boolean {
    const { rows, isRegistered } = this.#options;
    const isOver = ({ state }: { state: string }) => state === 'expired' || state === 'refused';
    return isRegistered(encrypted) || !rows.ordersOf(encrypted).every(isOver);
  }

  async #reconcileAll(): Promise<void> {
    const { rows, exclusively } = this.#options;
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false;
      for (const { plain } of await rows.pending()) {
        if (this.#isStopped) return;
        await exclusively(plain, () => this.#reconcileOne(plain));
      }
    }
  }

  async #reconcileOne(plain: Buffer): Promise<void> {
    const { rows, soldRows, restricted, isRegistered, isEncrypting } = this.#options;
    const row = rows.get(plain);
    if (!row || isEncrypting(plain)) return;
    const orders = row.encrypted ? rows.ordersOf(row.encrypted) : [];
    if (row.encrypted && (isRegistered(row.encrypted) || orders.some(({ state }) => state === 'confirmed'))) {
      await this.#finishParts(plain);
      await restricted.finish(row, row.encrypted);
      return;
    }
    // It is reconciled with the collection that it is sold in.
    if (soldRows.isInUnfinishedSale(plain)) return;
    if (orders.some(({ state }) => state === 'open')) return;
    const last = orders[0]?.settledAt;
    const isOver = last != null && last >= (restricted.askedAt(plain) ?? 0);
    if (isOver || restricted.idleFor(plain) > restrictionIdleMs) await restricted.unrestrict(row);
  }

  /** Finishes the sale of the contents of a collection that was registered. */
  async #finishParts(whole: Buffer): Promise<void> {
    const { rows, soldRows, restricted, exclusively } = this.#options;
    for (const part of soldRows.partsOfSale(whole)) {
      await exclusively(part, async () => {
        const row = rows.get(part);
        if (row?.encrypted && row.registeredAt === null) await restricted.finish(row, row.encrypted);
      });
    }
  }
}
