import { networkId } from '../../core/caller.ts';
import { PerKey } from '../../core/concurrency/keyed-mutex.ts';
import { costOfFile, storedCost } from '../../core/stored-cost.ts';
import type { DiskUsage } from '../../platform/blobs/store/blob-types.ts';
import type { ArrivingBytes } from '../uploads/upload-reservations.ts';
import { Quotas, type QuotasOptions, type StoreLimits } from './quotas.ts';
import type { CopyRepository, EvictableCopy, Share } from './repository/copy-repository.ts';

const lookEveryMs = 60_000;
/** So many removals share one sync of the disk. */
const together = 64;

export interface RoomOptions
  extends Pick<QuotasOptions, 'userQuotaBytes' | 'stored' | 'heldBy' | 'heldByUsers'> {
  limits: StoreLimits;
  copies: Pick<CopyRepository, 'usage' | 'oldest'>;
  /** Whether a copy is being sent. */
  isInUse: (sha256: Buffer) => boolean;
  /** Brings what is known of last uses to the database. */
  writeUses: () => void;
  /** Removes a copy that nothing keeps; whether it went. */
  evict: (sha256: Buffer) => Promise<boolean>;
  disk: () => Promise<DiskUsage>;
  /** Bytes that a disk of this size keeps free. */
  floorOf: (diskSize: number) => number;
  onError: (error: unknown) => void;
}

/**
 * Makes room: of what came from other nodes, and is not owned, pinned, subscribed or being sent, the least recently
 * used goes first.
 */
export class Room {
  readonly #options: RoomOptions;
  readonly #quotas: Quotas;
  readonly #turns = new PerKey();
  #limits: StoreLimits;
  #looking: NodeJS.Timeout | undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#quotas = new Quotas({
      ...options,
      limits: () => this.#limits,
      copies: () => {
        const { pinned, subscribed, copies } = options.copies.usage();
        return { bytes: costOf(pinned) + costOf(subscribed) + costOf(copies), evictable: costOf(copies) };
      },
    });
  }

  /** What is on its way; it counts against the limits. */
  get arriving(): ArrivingBytes {
    return this.#quotas.arriving;
  }

  get limits(): StoreLimits {
    return this.#limits;
  }

  /** From now on room is made as limits change, and when others fill the disk. */
  start(): void {
    const look = () => void this.keepFloor().catch(this.#options.onError);
    this.#looking ??= setInterval(look, lookEveryMs).unref();
    void this.#keepLimits();
  }

  /** Resolves when nothing is removed any more. */
  async stop(): Promise<void> {
    clearInterval(this.#looking);
    await this.#inTurn(async () => {});
  }

  /** Limits hold at once. Resolves when what is beyond them has gone, as far as it may. */
  async setLimits(limits: StoreLimits): Promise<void> {
    this.#limits = limits;
    if (this.#looking) await this.#keepLimits();
  }

  /** Whether a copy of so many bytes would find room. */
  isRoomForCopy(bytes: number): boolean {
    return this.#quotas.isRoomFor(networkId, costOfFile(bytes));
  }

  /** @throws NodeError `insufficient_storage` where a user may not store what costs so much more */
  check(user: string, more: number): void {
    this.#quotas.check(user, more);
  }

  /**
   * Makes room for what a user has brought, which is counted as arriving; to be awaited before it is stored.
   * @throws NodeError `insufficient_storage` where what could go is in use
   */
  fit(user: string): Promise<void> | undefined {
    if (this.#quotas.excess(user) <= 0) return undefined;
    return this.#inTurn(async () => {
      await this.#evict(this.#quotas.excess(user), costOfFile);
      if (this.#quotas.excess(user) > 0) throw this.#quotas.full(user);
    });
  }

  /** Bytes on the disk that `freeDisk` could free. */
  get freeable(): number {
    return this.#options.copies.usage().copies.bytes;
  }

  /** Removes copies of so many bytes from the disk; none where all of them would not do. */
  async freeDisk(bytes: number): Promise<void> {
    if (this.freeable < bytes) return;
    await this.#inTurn(() => this.#evict(bytes));
  }

  #keepLimits(): Promise<void> {
    return this.#inTurn(() => this.#evict(this.#quotas.excess(networkId), costOfFile)).catch(
      this.#options.onError,
    );
  }

  /** Makes room where the disk has less than it should keep free. */
  async keepFloor(): Promise<void> {
    if (this.#options.copies.usage().copies.contents === 0) return;
    const { free, total } = await this.#options.disk();
    const missing = this.#options.floorOf(total) - free;
    await this.#inTurn(() => this.#evict(missing));
  }

  /** @param freedBy what the removal of a copy of so many bytes gives; default: these */
  async #evict(bytes: number, freedBy = (size: number): number => size): Promise<void> {
    if (bytes <= 0) return;
    const { copies, isInUse, evict } = this.#options;
    this.#options.writeUses();
    let freed = 0;
    let last: EvictableCopy | undefined;
    while (freed < bytes) {
      const page = copies.oldest(last, together);
      if (page.length === 0) return;
      const going: EvictableCopy[] = [];
      let leaving = freed;
      for (const copy of page) {
        if (leaving >= bytes) break;
        last = copy;
        if (isInUse(copy.sha256)) continue;
        going.push(copy);
        leaving += freedBy(copy.size);
      }
      const gone = await Promise.all(
        going.map(async (copy) => ((await evict(copy.sha256)) ? freedBy(copy.size) : 0)),
      );
      freed = gone.reduce((sum, size) => sum + size, freed);
    }
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#turns.run('', task);
  }
}

const costOf = ({ contents, bytes }: Share): number => storedCost({ files: contents, bytes });
