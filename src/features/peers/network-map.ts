import { LRUCache } from 'lru-cache';
import type { NetworkMap as MapDocument } from '../../contract/dashboard-api/peers.ts';

const mostNodes = 256;
const mostLinks = 2000;
/** Limit of the remembered nodes that one node named. */
const mostNamed = 64;

/** Remembers the links between nodes from their last handshakes. */
export class NetworkMap {
  readonly #named = new LRUCache<string, string[]>({ max: mostNodes });

  /**
   * Records the peers that a node named.
   * @param named nodes that `host` listed; only those on this node's own list count
   */
  record(host: string, named: readonly string[]): void {
    this.#named.set(host, named.slice(0, mostNamed));
  }

  /**
   * Returns the links among some nodes; every node gets its first link before any gets a second one.
   * @param hosts best first; only the first 256 count
   */
  links(hosts: readonly string[]): MapDocument {
    const shown = new Set(hosts.slice(0, mostNodes));
    const lists = [...shown].map((from) => ({
      from,
      named: (this.#named.peek(from) ?? []).filter((to) => shown.has(to) && to !== from),
    }));
    const links = Array.from({ length: mostNamed }).flatMap((_, place) =>
      lists.flatMap(({ from, named }) => {
        const to = named[place];
        return to === undefined ? [] : [{ from, to }];
      }),
    );
    return { links: links.slice(0, mostLinks) };
  }
}
