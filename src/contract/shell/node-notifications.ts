import type { PauseReason } from '../dashboard-api/discovery.ts';

/** Notifications of a node to the desktop shell in the same process. */

/** State of the node, as shown in the tray. */
export interface NodeState {
  /** Why background work is paused; empty if it is not. */
  paused_by: readonly PauseReason[];
  /** `disk`: almost no space for more files; `peers`: the node has peers and none is reachable. */
  trouble: 'disk' | 'peers' | null;
  reachable_peers: number;
}

/** An event that the user should be notified of; sent once. */
export type NodeNotification =
  /** A peer that the owner added has failed. */
  | { kind: 'peer_trouble'; host: string; state: 'unreachable' | 'incompatible' | 'key_changed' }
  /** A licence of a content registered by a wallet of the owner was sold; `at` in milliseconds, on the chain. */
  | { kind: 'sale'; title: string; content_address: string; at: number }
  /** An order of this node is on the chain. */
  | { kind: 'purchase'; title: string; content_address: string; at: number }
  /** The disk has almost no space for more files. */
  | { kind: 'disk_low' };
