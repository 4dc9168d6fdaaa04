import { statfs } from 'node:fs/promises';
import { GB } from '../../../contract/units.ts';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import type { DiskUsage } from './blob-types.ts';
import { insufficientStorage } from './disk-errors.ts';

/** Returns the space that only the owner's files may use, above the floor: 1% of the disk, at most 1 GB. */
const ownersShare = (diskSize: number): number => Math.min(GB, Math.floor(diskSize / 100));

/** Lifetime of a disk measurement, in ms. */
const maxAgeMs = 1000;

export interface DiskReclaimer {
  readonly freeable: number;
  /** Frees this number of bytes, as far as possible, and returns how many it freed. */
  freeDisk(missing: number): Promise<number>;
}

/** Tracks disk space above a floor. Bytes claimed or written since the last measurement count as used. */
export class DiskSpace {
  readonly #folder: () => string;
  readonly #floor: (diskSize: number) => number;
  #reclaimer: DiskReclaimer | undefined;
  readonly #turns = new KeyedMutex();
  #free = 0;
  #ownersShare = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | undefined;
  #claimed = 0;
  /** Claimed bytes on their way to the disk, which a measurement may include or not. */
  #sent = 0;
  /** Bytes written since the last measurement began, which it may include or not. */
  #writtenSince = 0;
  #onWritten: () => void = () => {};

  /** Takes a folder on the disk, and the bytes that must stay free on a disk of a size. */
  constructor(folder: () => string, floor: (diskSize: number) => number) {
    this.#folder = folder;
    this.#floor = floor;
  }

  reclaimFrom(reclaimer: DiskReclaimer): void {
    this.#reclaimer = reclaimer;
  }

  async usage(): Promise<DiskUsage> {
    const { bsize, bavail, blocks } = await statfs(this.#folder());
    return { free: bavail * bsize, total: blocks * bsize };
  }

  /**
   * Reserves bytes; synchronous while the last measurement is fresh and shows enough space.
   * @param isForGuest whether they are for a user other than the owner
   * @throws NodeError `insufficient_storage`
   */
  claim(bytes: number, isForGuest = false): Promise<void> | undefined {
    // Measures again, because files that were removed meanwhile may have freed space.
    if (!this.#isFresh || this.#missing(bytes, isForGuest) > 0)
      return this.#measureAndTake(bytes, isForGuest);
    this.#reserve(bytes, isForGuest);
    return undefined;
  }

  /** Checks that bytes fit at present, without reserving them; throws NodeError `insufficient_storage`. */
  check(bytes: number, isForGuest = false): Promise<void> | undefined {
    if (this.#isFresh && this.#missing(bytes, isForGuest) <= 0) return undefined;
    return this.#measure().then(() => {
      const missing = this.#missing(bytes, isForGuest) - this.#unsure;
      if (missing > (this.#reclaimer?.freeable ?? 0)) throw insufficientStorage();
    });
  }

  /** Notes that reserved bytes are being written. */
  sent(bytes: number): void {
    this.#sent += bytes;
  }

  /** Counts sent bytes as written, until the next measurement includes them. */
  written(bytes: number): void {
    this.#free -= bytes;
    this.#writtenSince += bytes;
    this.release(bytes, bytes);
  }

  /** Releases reserved bytes, of which some were sent. */
  release(bytes: number, sent: number): void {
    this.#claimed -= bytes;
    this.#sent -= sent;
    this.#onWritten();
  }

  /** Discards the measurement, because the folder is on another disk now. */
  discardMeasurement(): void {
    this.#measuredAt = Number.NEGATIVE_INFINITY;
  }

  get #isFresh(): boolean {
    return performance.now() - this.#measuredAt <= maxAgeMs;
  }

  async #measureAndTake(bytes: number, isForGuest: boolean): Promise<void> {
    await this.#measure();
    // Serialised, so that space freed for one claim counts for the next.
    if (this.#missing(bytes, isForGuest) > 0) {
      await this.#turns.run('', () => this.#makeSpace(bytes, isForGuest));
    }
    this.#reserve(bytes, isForGuest);
  }

  /** Frees space until the bytes fit, or nothing is left to free. */
  async #makeSpace(bytes: number, isForGuest: boolean): Promise<void> {
    for (;;) {
      await this.#measuring;
      await this.#measure();
      const missing = this.#missing(bytes, isForGuest);
      if (missing <= 0) return;
      const certain = missing - this.#unsure;
      if (certain > 0) {
        if (!(await this.#reclaimer?.freeDisk(certain))) return;
      } else if (this.#writtenSince === 0) {
        await new Promise<void>((resolve) => {
          this.#onWritten = resolve;
        });
      }
    }
  }

  /** Bytes that may be on the disk already, and thus be counted twice. */
  get #unsure(): number {
    return this.#sent + this.#writtenSince;
  }

  #missing(bytes: number, isForGuest: boolean): number {
    return this.#claimed + bytes + (isForGuest ? this.#ownersShare : 0) - this.#free;
  }

  #reserve(bytes: number, isForGuest: boolean): void {
    if (this.#missing(bytes, isForGuest) > 0) throw insufficientStorage();
    this.#claimed += bytes;
  }

  #measure(): Promise<void> {
    if (this.#measuring) return this.#measuring;
    this.#writtenSince = 0;
    this.#measuring = this.usage()
      .then(({ free, total }) => {
        this.#free = free - this.#floor(total) - this.#writtenSince;
        this.#ownersShare = ownersShare(total);
        this.#measuredAt = performance.now();
      })
      .finally(() => {
        this.#measuring = undefined;
      });
    return this.#measuring;
  }
}

/** Minimum number of bytes that a writer reserves in advance, to reserve rarely. */
const minAhead = 1024 * 1024;

/** Disk space of one writer; it grows with arriving bytes, because an announced size must not block space. */
export class SpaceClaim {
  readonly #space: DiskSpace;
  readonly #announced: number;
  readonly #isForGuest: boolean;
  #claimed = 0;
  #sent = 0;
  #written = 0;
  #closed = false;

  /** Takes the total bytes that the sender announced (0 if unknown), and whether the user is not the owner. */
  constructor(space: DiskSpace, announced = 0, isForGuest = false) {
    this.#space = space;
    this.#announced = announced;
    this.#isForGuest = isForGuest;
  }

  /** Reserves space for this total, and at first also for the announced size; throws `insufficient_storage`. */
  cover(total: number): Promise<void> | undefined {
    if (total <= this.#claimed) return undefined;
    const ahead = total + Math.max(minAhead, Math.floor(total / 8));
    const wanted = Math.max(total, Math.min(this.#announced, ahead));
    const isFirst = this.#claimed === 0;
    const checking =
      isFirst && wanted < this.#announced ? this.#space.check(this.#announced, this.#isForGuest) : undefined;
    return checking ? checking.then(() => this.#claim(wanted)) : this.#claim(wanted);
  }

  /** Notes that bytes are being written. */
  sent(bytes: number): void {
    this.#sent += bytes;
    this.#space.sent(bytes);
  }

  /** Counts sent bytes as written; those of a cancelled file may come after `close`. */
  written(bytes: number): void {
    if (this.#closed) return;
    this.#written += bytes;
    this.#space.written(bytes);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#space.release(this.#claimed - this.#written, this.#sent - this.#written);
  }

  #claim(total: number): Promise<void> | undefined {
    const missing = total - this.#claimed;
    const claiming = this.#space.claim(missing, this.#isForGuest);
    if (!claiming) this.#claimed += missing;
    return claiming?.then(() => {
      this.#claimed += missing;
    });
  }
}
