import { TransientMap } from '../../core/concurrency/transient-map.ts';
import { costOfFile } from '../../core/stored-cost.ts';

/** Least number of bytes by which a reservation exceeds the arrived bytes. */
const minAhead = 256 * 1024;

/** Returns the bytes to reserve: an eighth more than has arrived. */
const reservedFor = (arrived: number): number => arrived + Math.max(minAhead, Math.floor(arrived / 8));

/** Counts the cost of arriving files against quotas before they are stored. */
export class UploadReservations {
  readonly #check: (user: string, more: number) => void;
  readonly #byUser = new TransientMap<string, number>();
  #total = 0;

  /** @param check throws where the cost `more` exceeds a limit of the user */
  constructor(check: (user: string, more: number) => void) {
    this.#check = check;
  }

  /** Returns the reserved cost of all users. */
  get total(): number {
    return this.#total;
  }

  of(user: string): number {
    return this.#byUser.get(user) ?? 0;
  }

  /** Returns an empty reservation for one upload. */
  reserve(user: string): Reservation {
    return new Reservation(
      (more) => this.#check(user, more),
      (more) => this.#add(user, more),
    );
  }

  #add(user: string, more: number): void {
    this.#total += more;
    const bytes = this.of(user) + more;
    if (bytes === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, bytes);
  }
}

/**
 * Reserves space for one upload. The reservation follows the arrived bytes with a small margin; the announced size
 * reserves nothing, so that senders cannot block space.
 */
export class Reservation {
  readonly #check: (more: number) => void;
  readonly #add: (more: number) => void;
  #announced = Number.POSITIVE_INFINITY;
  #cost = 0;

  constructor(check: (more: number) => void, add: (more: number) => void) {
    this.#check = check;
    this.#add = add;
  }

  /**
   * Checks the announced size of the file; undefined: none announced.
   * @throws the errors of the check when the file does not fit now; the reservation then stays unchanged
   */
  announce(bytes: number | undefined, arrived = 0): void {
    this.#announced = bytes ?? Number.POSITIVE_INFINITY;
    if (bytes !== undefined) this.#checkFor(bytes);
    this.growTo(arrived);
  }

  /**
   * Grows the reservation to the number of arrived bytes.
   * @throws the errors of the check; the reservation then stays unchanged
   */
  growTo(bytes: number): void {
    if (costOfFile(bytes) <= this.#cost) return;
    const ahead = Math.max(bytes, Math.min(this.#announced, reservedFor(bytes)));
    try {
      this.#checkFor(ahead);
      this.#count(ahead);
    } catch {
      // Near the limit the reservation follows the arrived bytes exactly.
      this.#checkFor(bytes);
      this.#count(bytes);
    }
  }

  /** Reserves exactly this many bytes without a check. */
  set(bytes: number): void {
    this.#announced = Number.POSITIVE_INFINITY;
    this.#count(bytes);
  }

  close(): void {
    this.#add(-this.#cost);
    this.#cost = 0;
  }

  #checkFor(bytes: number): void {
    const more = costOfFile(bytes) - this.#cost;
    if (more > 0) this.#check(more);
  }

  #count(bytes: number): void {
    const cost = costOfFile(bytes);
    this.#add(cost - this.#cost);
    this.#cost = cost;
  }
}
