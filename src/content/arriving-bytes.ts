/** Bytes on their way into the store. They count against quotas before they are stored. */
export class ArrivingBytes {
  readonly #check: (user: string, more: number) => void;
  readonly #byUser = new Map<string, number>();
  #total = 0;

  /** @param check throws when the user may not bring so many bytes more */
  constructor(check: (user: string, more: number) => void) {
    this.#check = check;
  }

  /** Of all users together. */
  get total(): number {
    return this.#total;
  }

  of(user: string): number {
    return this.#byUser.get(user) ?? 0;
  }

  /** The bytes of one upload; none at first. */
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

/** What one upload has announced or brought so far. */
export class Reservation {
  readonly #check: (more: number) => void;
  readonly #add: (more: number) => void;
  #bytes = 0;

  constructor(check: (more: number) => void, add: (more: number) => void) {
    this.#check = check;
    this.#add = add;
  }

  /** Counts at least so many bytes in all. @throws what the check throws; then it counts what it did before */
  growTo(bytes: number): void {
    if (bytes <= this.#bytes) return;
    this.#check(bytes - this.#bytes);
    this.set(bytes);
  }

  /** Counts so many bytes, unchecked. */
  set(bytes: number): void {
    this.#add(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  close(): void {
    this.set(0);
  }
}
