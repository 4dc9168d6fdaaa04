import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { chosen, MAX_ASKED } from './candidates.ts';
import type { FetchSource } from './fetch-source.ts';

const REMEMBERED_MS = 30_000;

interface Miss {
  at: number;
  /** Who was asked, and whether they were known to have it. */
  asked: ReadonlySet<string>;
  error: NodeError;
}

const keyOf = ({ host, known }: FetchSource): string => `${known} ${host}`;

/** What nobody had a moment ago, so that a page full of missing contents does not ask everybody again and again. */
export class Misses {
  readonly #misses = new LRUCache<string, Miss>({ max: 4096 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: string, sources: readonly FetchSource[], error: unknown): void {
    if (!(error instanceof NodeError) || sources.length === 0) return;
    if (error.code !== 'content_not_found' && error.code !== 'peer_content_invalid') return;
    this.#misses.set(id, { at: this.#clock(), asked: new Set(chosen(sources).map(keyOf)), error });
  }

  /** Why it can't be had, where just now the same nodes were asked. */
  find(id: string, sources: readonly FetchSource[]): NodeError | undefined {
    const miss = this.#misses.get(id);
    if (!miss || Math.abs(this.#clock() - miss.at) >= REMEMBERED_MS) return undefined;
    const { asked } = miss;
    // Where there are many, others take turns at being the best; that is no reason to ask on and on.
    const isAnswered = (source: FetchSource): boolean =>
      asked.has(keyOf(source)) || (!source.known && asked.size >= MAX_ASKED);
    if (!chosen(sources).every(isAnswered)) return undefined;
    return new NodeError(miss.error.code, miss.error.message);
  }
}
