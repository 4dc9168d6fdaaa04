import { TransferProgress } from '../../../platform/net/transfers/transfer-progress.ts';

interface UploadMeter {
  /** Bytes that the other node has stored. */
  stored: number;
  sent: number;
  /** Highest offset ever sent. */
  furthest: number;
  speed: TransferProgress;
  /** Number of attempts in a row that sent bytes without progress. */
  withoutProgress: number;
}

/** Measures the progress of each share while this node runs. */
export class UploadMeters {
  readonly #meters = new Map<string, UploadMeter>();

  /** Records stored bytes; returns whether the other node has more than before. */
  recordStored(id: string, bytes: number): boolean {
    const meter = this.#of(id);
    const isMore = bytes > meter.stored;
    meter.stored = bytes;
    meter.sent = 0;
    if (isMore) meter.withoutProgress = 0;
    return isMore;
  }

  recordSent(id: string, bytes: number): void {
    const meter = this.#of(id);
    meter.speed.add(bytes);
    meter.sent += bytes;
    meter.furthest = Math.max(meter.furthest, meter.stored + meter.sent);
  }

  /** Records a failed attempt; returns the number of attempts in a row that sent bytes without progress. */
  recordFailure(id: string): number {
    const meter = this.#of(id);
    if (meter.sent > 0) meter.withoutProgress += 1;
    meter.sent = 0;
    return meter.withoutProgress;
  }

  /** Resets the meter after the node stored nothing. */
  reset(id: string): void {
    this.#of(id).furthest = 0;
  }

  /** Returns whether all bytes were sent, in this run of the node or an earlier one. */
  mayBeWhole(id: string, { size, sentBytes }: { size: number; sentBytes: number | null }): boolean {
    return (this.#meters.get(id)?.furthest ?? sentBytes ?? 0) >= size;
  }

  remove(id: string): void {
    this.#meters.delete(id);
  }

  /** Returns bytes sent and bytes per second; `done` is undefined where none were sent yet. */
  read(id: string): { done: number | undefined; rate: number } {
    const meter = this.#meters.get(id);
    return { done: meter && meter.stored + meter.sent, rate: meter?.speed.rate ?? 0 };
  }

  #of(id: string): UploadMeter {
    const known = this.#meters.get(id);
    if (known) return known;
    const meter = { stored: 0, sent: 0, furthest: 0, speed: new TransferProgress(), withoutProgress: 0 };
    this.#meters.set(id, meter);
    return meter;
  }
}
