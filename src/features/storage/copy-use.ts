import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { TransientMap } from '../../core/concurrency/transient-map.ts';
import { hashKey } from '../../core/hash-key.ts';
import type { Content, CopyReads } from '../content/index.ts';
import type { CopyRepository } from './repository/copy-repository.ts';

/** Precision of the time of a use, which allows few writes in batches. */
const minuteMs = 60_000;
const writeAfterMs = 10_000;

/** Tracks which copies are being read, and when each was last used. */
export class CopyUse implements CopyReads {
  readonly #copies: Pick<CopyRepository, 'noteUses'>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #sending = new TransientMap<string, number>();
  readonly #noted = new LRUCache<number, number>({ max: 10_000 });
  readonly #unwritten = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(copies: Pick<CopyRepository, 'noteUses'>, clock: Clock, onError: (error: unknown) => void) {
    this.#copies = copies;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Marks a copy as being read; returns a function that ends the mark. */
  begin({ sha256, number }: Pick<Content, 'sha256' | 'number'>): () => void {
    this.#noteUse(number);
    const key = hashKey(sha256);
    this.#sending.set(key, (this.#sending.get(key) ?? 0) + 1);
    return () => {
      const others = (this.#sending.get(key) ?? 1) - 1;
      if (others > 0) this.#sending.set(key, others);
      else this.#sending.delete(key);
    };
  }

  isInUse(sha256: Buffer): boolean {
    return this.#sending.has(hashKey(sha256));
  }

  /** Writes pending uses to the database. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten.size === 0) return;
    const uses = new Map(this.#unwritten);
    this.#unwritten.clear();
    await this.#copies.noteUses(uses).catch(this.#onError);
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
