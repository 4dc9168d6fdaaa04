import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Content } from '../content/content-cache.ts';
import type { CopyRepository } from './repository/copy-repository.ts';

/** The last use of a copy is known to the minute; it is written a little later, with others. */
const minuteMs = 60_000;
const writeAfterMs = 10_000;

/** Which copies are being sent, and when each was last asked for. */
export class CopyUse {
  readonly #copies: Pick<CopyRepository, 'noteUses'>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #sending = new Map<string, number>();
  readonly #noted = new LRUCache<number, number>({ max: 10_000 });
  readonly #unwritten = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(copies: Pick<CopyRepository, 'noteUses'>, clock: Clock, onError: (error: unknown) => void) {
    this.#copies = copies;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** @returns to be called when it was sent */
  begin({ sha256, number }: Pick<Content, 'sha256' | 'number'>): () => void {
    this.#noteUse(number);
    const key = sha256.toString('latin1');
    this.#sending.set(key, (this.#sending.get(key) ?? 0) + 1);
    return () => {
      const others = (this.#sending.get(key) ?? 1) - 1;
      if (others > 0) this.#sending.set(key, others);
      else this.#sending.delete(key);
    };
  }

  isInUse(sha256: Buffer): boolean {
    return this.#sending.has(sha256.toString('latin1'));
  }

  /** Writes what is in memory. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten.size === 0) return;
    try {
      this.#copies.noteUses(this.#unwritten);
    } catch (error) {
      this.#onError(error);
    }
    this.#unwritten.clear();
  }

  #noteUse(number: number): void {
    const now = this.#clock();
    const before = this.#noted.get(number);
    if (before !== undefined && Math.abs(now - before) < minuteMs) return;
    this.#noted.set(number, now);
    this.#unwritten.set(number, now);
    this.#timer ??= setTimeout(() => this.write(), writeAfterMs).unref();
  }
}
