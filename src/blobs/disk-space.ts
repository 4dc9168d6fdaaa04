import { statfs } from 'node:fs/promises';
import { PerKey } from '../core/per-key.ts';
import type { DiskUsage } from './blob-types.ts';
import { noRoom } from './disk-errors.ts';

/** A look at the disk counts for this long, in ms. */
const maxAge = 1000;

/** Room on the disk above a floor. What writers have claimed or written since the last look counts as used. */
export class DiskSpace {
  readonly #folder: () => string;
  readonly #floor: (diskSize: number) => number;
  readonly #makeRoom: ((missing: number) => Promise<void>) | undefined;
  readonly #turns = new PerKey();
  #free = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #claimed = 0;

  /**
   * @param folder one on the disk
   * @param floor bytes that must stay free on a disk of that many bytes
   * @param makeRoom removes what can be done without, so many bytes if there are any
   */
  constructor(
    folder: () => string,
    floor: (diskSize: number) => number,
    makeRoom?: (missing: number) => Promise<void>,
  ) {
    this.#folder = folder;
    this.#floor = floor;
    this.#makeRoom = makeRoom;
  }

  async usage(): Promise<DiskUsage> {
    const { bsize, bavail, blocks } = await statfs(this.#folder());
    return { free: bavail * bsize, total: blocks * bsize };
  }

  /**
   * Sets bytes aside; answers at once while the last look at the disk is fresh and there was room.
   * @throws NodeError `insufficient_storage`
   */
  claim(bytes: number): Promise<void> | undefined {
    const isFresh = performance.now() - this.#lookedAt <= maxAge;
    // What was removed meanwhile may have made room.
    if (!isFresh || this.#missing(bytes) > 0) return this.#lookAndTake(bytes);
    this.#take(bytes);
    return undefined;
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

  async #lookAndTake(bytes: number): Promise<void> {
    await this.#look();
    const makeRoom = this.#makeRoom;
    if (makeRoom && this.#missing(bytes) > 0) {
      // One after the other: what was removed for one claim is not missing for the next.
      await this.#turns.run('', async () => {
        await this.#look();
        const missing = this.#missing(bytes);
        if (missing <= 0) return;
        await makeRoom(missing);
        await this.#looking;
        await this.#look();
      });
    }
    this.#take(bytes);
  }

  #missing(bytes: number): number {
    return this.#claimed + bytes - this.#free;
  }

  #take(bytes: number): void {
    if (this.#missing(bytes) > 0) throw noRoom();
    this.#claimed += bytes;
  }

  #look(): Promise<void> {
    this.#looking ??= this.usage()
      .then(({ free, total }) => {
        this.#free = free - this.#floor(total);
        this.#lookedAt = performance.now();
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }
}

/** The room of one writer. */
export class SpaceClaim {
  readonly #space: DiskSpace;
  #claimed = 0;
  #written = 0;

  constructor(space: DiskSpace) {
    this.#space = space;
  }

  /**
   * Makes sure of room for so many bytes in all.
   * @throws NodeError `insufficient_storage`
   */
  cover(total: number): Promise<void> | undefined {
    const missing = total - this.#claimed;
    if (missing <= 0) return undefined;
    const looking = this.#space.claim(missing);
    if (looking) return looking.then(() => this.#covered(missing));
    this.#covered(missing);
    return undefined;
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

  #covered(bytes: number): void {
    this.#claimed += bytes;
  }
}
