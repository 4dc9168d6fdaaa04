import { networkId } from '../../core/caller.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { costOfFile, storedCost } from '../../core/stored-cost.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import { Quotas, type QuotasOptions, type StoreLimits } from './quotas.ts';
import type { CopyRepository, EvictableCopy, StoredAmount } from './repository/copy-repository.ts';
import type { UploadReservations } from './upload-reservations.ts';

const checkEveryMs = 60_000;
/** Number of removals that share one sync of the disk. */
const batchSize = 64;

/** Deleted contents that the owner or a user could still restore. */
export interface TrashSpace {
  usage(): StoredAmount;
  /** Returns contents after `after`, in the order of deletion. */
  oldest(after: TrashedContent | undefined, limit: number): TrashedContent[];
  /** Purges a content, and returns whether it was there. */
  evict(sha256: Buffer): Promise<boolean>;
}

type TrashedContent = Pick<EvictableCopy, 'number' | 'sha256' | 'size'> & { deletedAt: number };

/** Contents that may be removed to free space. */
interface Evictable<Item> {
  oldest(after: Item | undefined, limit: number): Item[];
  isInUse?(sha256: Buffer): boolean;
  evict(sha256: Buffer): Promise<boolean>;
}

export interface EvictionPolicyOptions
  extends Pick<QuotasOptions, 'userQuotaBytes' | 'stored' | 'heldBy' | 'heldByUsers'> {
  limits: StoreLimits;
  copies: Pick<CopyRepository, 'usage' | 'oldest'>;
  trash: TrashSpace;
  /** Returns whether a copy is being read. */
  isInUse: (sha256: Buffer) => boolean;
  /** Writes the recorded times of reads to the database. */
  writeUses: () => Promise<void>;
  /** Removes an evictable copy, and returns whether it was removed. */
  evict: (sha256: Buffer) => Promise<boolean>;
  disk: () => Promise<DiskUsage>;
  /** Returns the bytes to keep free on a disk of this size. */
  floorOf: (diskSize: number) => number;
  onError: (error: unknown) => void;
}

/**
 * Frees space. A new file first purges the trash, then evicts the least recently used copies that are not owned,
 * pinned, subscribed or being read.
 */
export class EvictionPolicy {
  readonly #options: EvictionPolicyOptions;
  readonly #quotas: Quotas;
  /** The same quotas without reservations. */
  readonly #storedQuotas: Quotas;
  readonly #mutex = new KeyedMutex();
  #limits: StoreLimits;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EvictionPolicyOptions) {
    this.#options = options;
    this.#limits = options.limits;
    const quotas: QuotasOptions = {
      ...options,
      limits: () => this.#limits,
      copies: () => {
        const { pinned, subscribed, copies } = options.copies.usage();
        return { bytes: costOf(pinned) + costOf(subscribed) + costOf(copies), evictable: costOf(copies) };
      },
      trash: () => costOf(options.trash.usage()),
    };
    this.#quotas = new Quotas(quotas);
    this.#storedQuotas = new Quotas(quotas);
  }

  get reservations(): UploadReservations {
    return this.#quotas.reservations;
  }

  get limits(): StoreLimits {
    return this.#limits;
  }

  start(): void {
    const check = () => void this.keepFloor().catch(this.#options.onError);
    this.#timer ??= setInterval(check, checkEveryMs).unref();
    void this.#keepLimits();
  }

  /** Stops, and resolves when no eviction runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exclusively(async () => {});
  }

  /** Applies new limits, and resolves when the copies that exceed them are evicted. */
  async setLimits(limits: StoreLimits): Promise<void> {
    this.#limits = limits;
    if (this.#timer) await this.#keepLimits();
  }

  /** Returns whether a copy of this size fits. */
  hasSpaceForCopy(bytes: number): boolean {
    return this.#quotas.hasSpaceFor(networkId, costOfFile(bytes));
  }

  /**
   * Checks the limits of a user.
   * @throws NodeError `insufficient_storage` where the cost `more` exceeds a limit
   */
  check(user: string, more: number): void {
    this.#quotas.check(user, more);
  }

  /**
   * Checks the limits for a content of this size within the command that stores it, because other replicas store
   * contents, too. Reservations do not count: other replicas do not know them.
   * @throws NodeError `insufficient_storage`
   */
  checkStored(user: string, size: number): void {
    this.#storedQuotas.check(user, costOfFile(size));
  }

  /**
   * Makes space for a user's reserved bytes, before they are stored.
   * @throws NodeError `insufficient_storage` where the evictable copies are in use
   */
  makeSpace(user: string): Promise<void> | undefined {
    if (this.#quotas.excess(user) <= 0) return undefined;
    return this.#exclusively(async () => {
      // For a copy, which can be fetched again, the trash is not purged.
      if (user !== networkId) await this.#free(this.#options.trash, this.#quotas.excess(user), costOfFile);
      await this.#evict(this.#quotas.excess(user), costOfFile);
      if (this.#quotas.excess(user) > 0) throw this.#quotas.full(user);
    });
  }

  /** Returns the bytes that `freeDisk` can free. */
  get freeable(): number {
    return this.#options.copies.usage().copies.bytes + this.#options.trash.usage().bytes;
  }

  /**
   * Frees this many bytes by removing trash and copies; removes nothing where that cannot free enough.
   * @returns the number of freed bytes
   */
  async freeDisk(bytes: number): Promise<number> {
    if (this.freeable < bytes) return 0;
    return this.#exclusively(async () => {
      const freed = await this.#free(this.#options.trash, bytes);
      return freed + (await this.#evict(bytes - freed));
    });
  }

  async #keepLimits(): Promise<void> {
    try {
      await this.#exclusively(() => this.#evict(this.#quotas.excess(networkId), costOfFile));
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Evicts copies while the disk has less free space than its floor. */
  async keepFloor(): Promise<void> {
    if (this.#options.copies.usage().copies.contents === 0) return;
    const { free, total } = await this.#options.disk();
    const missing = this.#options.floorOf(total) - free;
    await this.#exclusively(() => this.#evict(missing));
  }

  /** Evicts copies of this many bytes, and returns how many were freed. */
  async #evict(bytes: number, freedBy?: (size: number) => number): Promise<number> {
    if (bytes <= 0) return 0;
    const { copies, isInUse, evict, writeUses } = this.#options;
    await writeUses();
    const oldest = (after: EvictableCopy | undefined, limit: number) => copies.oldest(after, limit);
    return this.#free({ oldest, isInUse, evict }, bytes, freedBy);
  }

  /**
   * Removes contents until this many bytes are free.
   * @param freedBy returns how many bytes removing a content of a given size frees; default: the size
   * @returns the number of freed bytes
   */
  async #free<Item extends { sha256: Buffer; size: number }>(
    { oldest, isInUse, evict }: Evictable<Item>,
    bytes: number,
    freedBy = (size: number): number => size,
  ): Promise<number> {
    let freed = 0;
    let last: Item | undefined;
    while (freed < bytes) {
      const page = oldest(last, batchSize);
      if (page.length === 0) break;
      const victims: Item[] = [];
      let freedAfter = freed;
      for (const item of page) {
        if (freedAfter >= bytes) break;
        last = item;
        if (isInUse?.(item.sha256)) continue;
        victims.push(item);
        freedAfter += freedBy(item.size);
      }
      const sizes = await Promise.all(
        victims.map(async (item) => ((await evict(item.sha256)) ? freedBy(item.size) : 0)),
      );
      freed = sizes.reduce((sum, size) => sum + size, freed);
    }
    return freed;
  }

  #exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#mutex.run('', task);
  }
}

const costOf = ({ contents, bytes }: StoredAmount): number => storedCost({ files: contents, bytes });
