import { statfs } from 'node:fs/promises';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { gibibyte } from '../../../core/units.ts';
import type { DiskUsage } from './blob-types.ts';
import { noRoom } from './disk-errors.ts';

/** What of a disk of that size only the owner's files may take, above the floor: a hundredth, a gibibyte at most. */
const ownersShare = (diskSize: number): number => Math.min(gibibyte, Math.floor(diskSize / 100));

/** A look at the disk counts for this long, in ms. */
const maxAge = 1000;

/** What can be done without when there is no room. */
export interface DiskRoom {
  /** Bytes that `freeDisk` could free. */
  readonly freeable: number;
  /** Frees so many bytes, if there are any. */
  freeDisk(missing: number): Promise<void>;
}

/** Room on the disk above a floor. What writers have claimed or written since the last look counts as used. */
export class DiskSpace {
  readonly #folder: () => string;
  readonly #floor: (diskSize: number) => number;
  #room: DiskRoom | undefined;
  readonly #turns = new KeyedMutex();
  #free = 0;
  #ownersShare = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #claimed = 0;

  /**
   * @param folder one on the disk
   * @param floor bytes that must stay free on a disk of that many bytes
   */
  constructor(folder: () => string, floor: (diskSize: number) => number) {
    this.#folder = folder;
    this.#floor = floor;
  }

  /** Says what can be done without where there is no room. */
  reclaimFrom(room: DiskRoom): void {
    this.#room = room;
  }

  async usage(): Promise<DiskUsage> {
    const { bsize, bavail, blocks } = await statfs(this.#folder());
    return { free: bavail * bsize, total: blocks * bsize };
  }

  /**
   * Sets bytes aside; answers at once while the last look at the disk is fresh and there was room.
   * @param isGuests whether they are for another user than the owner
   * @throws NodeError `insufficient_storage`
   */
  claim(bytes: number, isGuests = false): Promise<void> | undefined {
    // What was removed meanwhile may have made room.
    if (!this.#isFresh || this.#missing(bytes, isGuests) > 0) return this.#lookAndTake(bytes, isGuests);
    this.#take(bytes, isGuests);
    return undefined;
  }

  /**
   * Makes sure that so many bytes would find room as things are; takes none of it.
   * @throws NodeError `insufficient_storage`
   */
  check(bytes: number, isGuests = false): Promise<void> | undefined {
    if (this.#isFresh && this.#missing(bytes, isGuests) <= 0) return undefined;
    return this.#look().then(() => {
      if (this.#missing(bytes, isGuests) > (this.#room?.freeable ?? 0)) throw noRoom();
    });
  }

  /** Claimed bytes have been written: they are used, though the last look did not see it. */
  written(bytes: number): void {
    this.#claimed -= bytes;
    this.#free -= bytes;
  }

  /** Claimed bytes are not needed after all. */
  release(bytes: number): void {
    this.#claimed -= bytes;
  }

  /** The folder is on another disk from now on. */
  lookAgain(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  get #isFresh(): boolean {
    return performance.now() - this.#lookedAt <= maxAge;
  }

  async #lookAndTake(bytes: number, isGuests: boolean): Promise<void> {
    await this.#look();
    const room = this.#room;
    if (room && this.#missing(bytes, isGuests) > 0) {
      // One after the other: what was removed for one claim is not missing for the next.
      await this.#turns.run('', async () => {
        await this.#look();
        const missing = this.#missing(bytes, isGuests);
        if (missing <= 0) return;
        await room.freeDisk(missing);
        await this.#looking;
        await this.#look();
      });
    }
    this.#take(bytes, isGuests);
  }

  #missing(bytes: number, isGuests: boolean): number {
    return this.#claimed + bytes + (isGuests ? this.#ownersShare : 0) - this.#free;
  }

  #take(bytes: number, isGuests: boolean): void {
    if (this.#missing(bytes, isGuests) > 0) throw noRoom();
    this.#claimed += bytes;
  }

  #look(): Promise<void> {
    this.#looking ??= this.usage()
      .then(({ free, total }) => {
        this.#free = free - this.#floor(total);
        this.#ownersShare = ownersShare(total);
        this.#lookedAt = performance.now();
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }
}

/** A writer claims so many bytes more than it has, at least, so that it seldom has to. */
const leastAhead = 1024 * 1024;

/** The room of one writer. It follows what arrives: what is only announced takes nobody's room. */
export class SpaceClaim {
  readonly #space: DiskSpace;
  readonly #announced: number;
  readonly #isGuests: boolean;
  #claimed = 0;
  #written = 0;

  /**
   * @param announced bytes in all, by the sender's word; 0 where it gave none
   * @param isGuests whether they are for another user than the owner
   */
  constructor(space: DiskSpace, announced = 0, isGuests = false) {
    this.#space = space;
    this.#announced = announced;
    this.#isGuests = isGuests;
  }

  /**
   * Makes sure of room for so many bytes in all; the first time that all that is announced would find room, too.
   * @throws NodeError `insufficient_storage`
   */
  cover(total: number): Promise<void> | undefined {
    if (total <= this.#claimed) return undefined;
    const ahead = total + Math.max(leastAhead, Math.floor(total / 8));
    const wanted = Math.max(total, Math.min(this.#announced, ahead));
    const isFirst = this.#claimed === 0;
    const checking =
      isFirst && wanted < this.#announced ? this.#space.check(this.#announced, this.#isGuests) : undefined;
    return checking ? checking.then(() => this.#claim(wanted)) : this.#claim(wanted);
  }

  written(bytes: number): void {
    this.#written += bytes;
    this.#space.written(bytes);
  }

  /** Gives back what was claimed and not written. */
  close(): void {
    this.#space.release(this.#claimed - this.#written);
    this.#claimed = this.#written;
  }

  #claim(total: number): Promise<void> | undefined {
    const missing = total - this.#claimed;
    const looking = this.#space.claim(missing, this.#isGuests);
    if (looking) return looking.then(() => this.#covered(missing));
    this.#covered(missing);
    return undefined;
  }

  #covered(bytes: number): void {
    this.#claimed += bytes;
  }
}
