import { Progress } from '../fetch/progress.ts';

interface Meter {
  /** Bytes that the other node has for sure, and bytes that went out since. */
  safe: number;
  sent: number;
  /** Up to where bytes of the file have ever gone out. */
  furthest: number;
  speed: Progress;
  /** Tries in a row in which bytes went out and none stayed. */
  inVain: number;
}

/** How far each share is on its way, as long as this node runs. */
export class Meters {
  readonly #meters = new Map<string, Meter>();

  /** @returns whether the other node has more than before */
  safe(id: string, bytes: number): boolean {
    const meter = this.#of(id);
    const isMore = bytes > meter.safe;
    this.#meters.set(id, { ...meter, safe: bytes, sent: 0, inVain: isMore ? 0 : meter.inVain });
    return isMore;
  }

  sent(id: string, bytes: number): void {
    const meter = this.#of(id);
    meter.speed.add(bytes);
    meter.sent += bytes;
    meter.furthest = Math.max(meter.furthest, meter.safe + meter.sent);
  }

  /** A try has failed. @returns how many in a row have sent bytes in vain */
  failed(id: string): number {
    const meter = this.#of(id);
    if (meter.sent > 0) meter.inVain += 1;
    meter.sent = 0;
    return meter.inVain;
  }

  /** The node took nothing of what has gone out. */
  refused(id: string): void {
    this.#of(id).furthest = 0;
  }

  /** Whether all bytes have gone out; where none did in this run of the node, as an earlier one has left it. */
  mayBeWhole(id: string, { size, sentBytes }: { size: number; sentBytes: number | null }): boolean {
    return (this.#meters.get(id)?.furthest ?? sentBytes ?? 0) >= size;
  }

  forget(id: string): void {
    this.#meters.delete(id);
  }

  /** Bytes, and bytes per second; `done` is undefined where none went out yet. */
  read(id: string): { done: number | undefined; rate: number } {
    const meter = this.#meters.get(id);
    return { done: meter && meter.safe + meter.sent, rate: meter?.speed.rate ?? 0 };
  }

  #of(id: string): Meter {
    const known = this.#meters.get(id);
    if (known) return known;
    const meter = { safe: 0, sent: 0, furthest: 0, speed: new Progress(), inVain: 0 };
    this.#meters.set(id, meter);
    return meter;
  }
}
