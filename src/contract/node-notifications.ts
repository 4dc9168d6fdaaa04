import type { PauseReason } from './dashboard-api/discovery.ts';

/** What a node tells the desktop shell in the same process. */

/** How it is, in what a tray shows. */
export interface NodeState {
  /** Why nothing goes on in the background; empty: it does. */
  paused_by: readonly PauseReason[];
  /** `disk`: hardly room for more files; `peers`: there are some, and none can be reached. */
  trouble: 'disk' | 'peers' | null;
  reachable_peers: number;
}

/** Something that a person may want to hear of even while looking elsewhere; told once. */
export type NodeNotification =
  /** A peer that the person named has trouble since now. */
  | { kind: 'peer_trouble'; host: string; state: 'unreachable' | 'incompatible' | 'key_changed' }
  /** Somebody bought a licence of what a wallet of this node's owner registered; `at` in milliseconds, on the chain. */
  | { kind: 'sale'; title: string; content_address: string; at: number }
  /** What was ordered here is on the chain. */
  | { kind: 'purchase'; title: string; content_address: string; at: number }
  /** There is hardly room for more files since now. */
  | { kind: 'disk_low' };
