import { LRUCache } from 'lru-cache';
import type { NetworkMap as MapDocument } from '../../contract/dashboard-api/peers.ts';

const maxNodes = 256;
const maxLinks = 2000;
/** Limit of the remembered nodes that one node named. */
const maxNamed = 64;

/** Remembers the links between nodes from their last handshakes. */
export class NetworkMap {
  readonly #named = new LRUCache<string, string[]>({ max: maxNodes });

  /**
   * Records the peers that a node named.
   * @param named nodes that `host` listed; only those on this node's own list count
   */
  record(host: string, named: readonly string[]): void {
    this.#named.set(host, named.slice(0, maxNamed));
  }

  /**
   * Returns the links among some nodes; every node gets its first link before any gets a second one.
   * @param hosts best first; only the first 256 count
   */
  links(hosts: readonly string[]): MapDocument {
    const shown = new Set(hosts.slice(0, maxNodes));
    const lists = [...shown].map((from) => ({
      from,
      named: (this.#named.peek(from) ?? []).filter((to) => shown.has(to) && to !== from),
    }));
    const links = Array.from({ length: maxNamed }).flatMap((_, place) =>
      lists.flatMap(({ from, named }) => {
        const to = named[place];
        return to === undefined ? [] : [{ from, to }];
      }),
    );
    return { links: links.slice(0, maxLinks) };
  }
}
