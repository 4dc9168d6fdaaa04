import { type KnownNode, maxKnownNodes } from '../../contract/node-api/peers.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { KnownNodeList, type ListedNode, listedNode } from './handshake/known-node-list.ts';
import type { ListableRow, StoredPeers } from './stored-peers.ts';

/** Number of failures in a row after which a node is not named to others. */
const failuresToUnlist = 3;
/** Time without an answer after which a node is not named to others. */
const freshMs = 24 * 3_600_000;

/** Keeps the list of verified nodes that this node sends to others; cached, because every handshake needs it. */
export class KnownNodesCache {
  readonly #peers: Pick<StoredPeers, 'listable'>;
  readonly #clock: Clock;
  /** Listed nodes by their data, so that the text of unchanged nodes is not built again. */
  #listed = new Map<string, ListedNode>();
  #list: { nodes: KnownNodeList; from: number; until: number } | undefined;

  constructor(peers: Pick<StoredPeers, 'listable'>, clock: Clock) {
    this.#peers = peers;
    this.#clock = clock;
  }

  /** Drops the cached list; called after a change of any peer. */
  invalidate(): void {
    this.#list = undefined;
  }

  /** Lists the verified, compatible nodes with a contact within a day, latest contact first, at most 256. */
  list(): KnownNodeList {
    const now = this.#clock();
    if (!this.#list || now < this.#list.from || now > this.#list.until) this.#list = this.#read(now);
    return this.#list.nodes;
  }

  #read(now: number): { nodes: KnownNodeList; from: number; until: number } {
    const rows = this.#peers.listable({
      from: now - freshMs,
      to: now + freshMs,
      failures: failuresToUnlist,
      max: maxKnownNodes,
    });
    this.#listed = new Map(
      rows.map((row) => {
        const key = Object.values(row).join('\n');
        return [key, this.#listed.get(key) ?? listedNode(toKnownNode(row))];
      }),
    );
    const oldest = rows.at(-1)?.lastContact ?? now;
    return { nodes: new KnownNodeList([...this.#listed.values()]), from: now, until: oldest + freshMs };
  }
}

const toKnownNode = (row: ListableRow): KnownNode => ({
  public_key: row.publicKey,
  public_host: row.host,
  version: row.version,
  node_type: 'public',
  compatibility: row.compatibility,
  capabilities: JSON.parse(row.capabilities) as string[],
  metrics: JSON.parse(row.metrics) as Record<string, unknown>,
  last_seen: toTimestamp(row.lastContact),
  latency_ms: row.latencyMs,
});
