import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { maxNodes, selectSources } from './candidates.ts';
import type { FetchSource } from './fetch-source.ts';

const rememberedMs = 30_000;

interface Miss {
  at: number;
  /** The nodes that were asked, and whether they were known to have the content. */
  asked: ReadonlySet<string>;
  error: NodeError;
}

const keyOf = ({ host, known }: FetchSource): string => `${known} ${host}`;

/** Remembers contents that no node had recently, so that a page with missing contents does not ask all nodes again. */
export class NegativeCache {
  readonly #misses = new LRUCache<string, Miss>({ max: 4096 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: string, sources: readonly FetchSource[], error: unknown): void {
    if (!(error instanceof NodeError) || sources.length === 0) return;
    if (error.code !== 'content_not_found' && error.code !== 'peer_content_invalid') return;
    this.#misses.set(id, { at: this.#clock(), asked: new Set(selectSources(sources).map(keyOf)), error });
  }

  /** Returns the failure when the same nodes were asked recently. */
  find(id: string, sources: readonly FetchSource[]): NodeError | undefined {
    const miss = this.#misses.get(id);
    if (!miss || Math.abs(this.#clock() - miss.at) >= rememberedMs) return undefined;
    const { asked } = miss;
    // A change in the ranking of many nodes must not cause new requests.
    const wasAsked = (source: FetchSource): boolean =>
      asked.has(keyOf(source)) || (!source.known && asked.size >= maxNodes);
    if (!selectSources(sources).every(wasAsked)) return undefined;
    return new NodeError(miss.error.code, miss.error.text);
  }
}
