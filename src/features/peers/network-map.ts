import { LRUCache } from 'lru-cache';
import type { NetworkMap as MapDocument } from '../../contract/dashboard-api/peers.ts';

const MOST_NODES = 256;
const MOST_LINKS = 2000;
/** Of one node; so what is kept stays small whatever they name. */
const MOST_NAMED = 64;

/** Who named whom, as their last handshakes told; in memory only. */
export class NetworkMap {
  readonly #named = new LRUCache<string, string[]>({ max: MOST_NODES });

  /** @param named nodes that `host` says it knows; only those on this node's own list count */
  note(host: string, named: readonly string[]): void {
    this.#named.set(host, named.slice(0, MOST_NAMED));
  }

  /**
   * The links among some nodes, some of each node's before more of any one's.
   * @param hosts best first; the first 256 count
   */
  links(hosts: readonly string[]): MapDocument {
    const shown = new Set(hosts.slice(0, MOST_NODES));
    const lists = [...shown].map((from) => ({
      from,
      named: (this.#named.peek(from) ?? []).filter((to) => shown.has(to) && to !== from),
    }));
    const links = Array.from({ length: MOST_NAMED }).flatMap((_, place) =>
      lists.flatMap(({ from, named }) => {
        const to = named[place];
        return to === undefined ? [] : [{ from, to }];
      }),
    );
    return { links: links.slice(0, MOST_LINKS) };
  }
}
