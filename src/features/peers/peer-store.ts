import type { PeerFailure } from '../../contract/dashboard-api/peers.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import type { Peer } from './peer.ts';

/** Limit of remembered removed hosts. */
export const maxRemovedPeers = 1000;

export interface PeerProof
  extends Pick<Peer, 'host' | 'capabilities' | 'metrics' | 'warning' | 'latencyMs' | 'nextAttempt'> {
  publicKey: string;
  version: string;
  compatibility: 'compatible' | 'warning' | 'incompatible';
  at: number;
  /** Reason why the node is unusable despite its proof. */
  failure?: Pick<PeerFailure, 'code' | 'message' | 'remedy'> | undefined;
  /** Time of the next attempt at other hosts that proved this key before. */
  otherHostsNextAttempt: number;
}

export interface PeerFailureRecord {
  host: string;
  code: PeerFailure['code'];
  message: Message;
  remedy: Message;
  reportedBy: PeerFailure['reported_by'];
  at: number;
  nextAttempt: number;
  /** The key offered instead of the pinned one; null keeps the recorded one. */
  offeredKey: string | null;
}

export interface LearningLimits {
  /** Number of new hosts in a period of `periodMs`, which limits the work that endless new names cause. */
  max: number;
  periodMs: number;
  /** Number of peers, without those that the owner removed. */
  peers: number;
}

/** The rows that a command added, changed or removed. */
export interface PeerChanges {
  changed: Peer[];
  /** Hosts. */
  removed: string[];
}

/** Receives changes of all replicas. A call that rejects is followed by `missed`. */
export interface PeerFollower {
  changed(hosts: readonly string[]): Promise<void>;
  /** Called when changes may have been missed. */
  missed(): Promise<void>;
}

/**
 * Stores the peers and the result of each attempt to reach them. Each method is one transaction. With the lease of a
 * job, it throws LeaseLostError and writes nothing once another replica leads that job.
 */
export interface PeerStore {
  /** Returns all peers, including those that the owner removed. */
  all(): Promise<Peer[]>;
  /** Returns these peers, as far as they are stored. */
  find(hosts: readonly string[]): Promise<Peer[]>;
  /**
   * Adds hosts that another node named, unless they are known or were removed, and evicts the worst learned ones
   * beyond the limit; new hosts may be among those that go.
   */
  learn(hosts: readonly string[], at: number, limits: LearningLimits, lease?: Lease): Promise<PeerChanges>;
  /** Adds a host that the owner or the practice network named, or changes the source of a known one. */
  add(host: string, source: 'named' | 'practice', at: number): Promise<PeerChanges>;
  /**
   * Records a proof, unless the host is not on the list. Other hosts with the same key are deleted, or lose their proof
   * where the owner named them.
   * @returns `key_changed`, and changes nothing, when another key is pinned
   */
  recordProof(proof: PeerProof, lease?: Lease): Promise<PeerChanges | 'key_changed'>;
  /** Records a failure, unless the host is not on the list, or the offered key is the pinned one. */
  recordFailure(failure: PeerFailureRecord, lease?: Lease): Promise<PeerChanges>;
  /** Pins the offered key; changes nothing when another one or none is offered. */
  acceptKey(host: string, offeredKey: string): Promise<PeerChanges>;
  /** Removes a peer with its pinned key from the list, if it is there; the last 1,000 removed hosts are remembered. */
  remove(host: string, lease?: Lease): Promise<PeerChanges>;
  /** Schedules up to `max` unreachable peers within this many milliseconds. */
  retrySoon(now: number, withinMs: number, max: number, lease?: Lease): Promise<PeerChanges>;
  /** Removes the nodes of the practice network, except the one at `host`. */
  endPractice(host: string | undefined): Promise<PeerChanges>;
  /**
   * Follows the changes of all replicas; a private node, which is the only one, has none to follow.
   * @returns a function that ends it
   */
  follow(follower: PeerFollower): () => Promise<void>;
}
