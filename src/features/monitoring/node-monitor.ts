import type { PauseReason } from '../../contract/dashboard-api/discovery.ts';
import type { DashboardTopic } from '../../contract/dashboard-api/events.ts';
import { isReachable, type LocalPeer } from '../../contract/dashboard-api/peers.ts';
import type { NodeNotification, NodeState } from '../../contract/shell/node-notifications.ts';
import { GB } from '../../contract/units.ts';
import type { Topics } from '../../core/events/topics.ts';
import { PeerTroubles } from './peer-troubles.ts';

export interface NodeMonitorOptions {
  topics: Pick<Topics<DashboardTopic>, 'subscribe'>;
  peers: () => readonly LocalPeer[];
  conditions: { pausedBy(): readonly PauseReason[]; onChange(listener: () => void): () => void };
  /** Returns the free bytes for storage on the disk. */
  freeBytes: () => Promise<number>;
  onError: (error: unknown) => void;
}

/** Free bytes below which the disk is nearly full; the state ends when twice as much is free. */
const lowDiskBytes = GB;
const checkDiskEveryMs = 60_000;

/** Reports state changes and notifications to the listeners; queries the disk only while there are any. */
export class NodeMonitor {
  readonly #options: NodeMonitorOptions;
  readonly #stateListeners = new Set<(state: NodeState) => void>();
  readonly #notificationListeners = new Set<(notification: NodeNotification) => void>();
  #unfollow: (() => void)[] = [];
  #troubles: PeerTroubles | undefined;
  #isDiskLow = false;
  #lastState = '';

  constructor(options: NodeMonitorOptions) {
    this.#options = options;
  }

  /** Calls `listener` soon with the current state, and after each change. */
  onState(listener: (state: NodeState) => void): void {
    this.#stateListeners.add(listener);
    this.#lastState = '';
    this.#follow();
  }

  onNotification(listener: (notification: NodeNotification) => void): void {
    this.#notificationListeners.add(listener);
    this.#follow();
  }

  notify(notification: NodeNotification): void {
    for (const listener of this.#notificationListeners) listener(notification);
  }

  stop(): void {
    for (const end of this.#unfollow.splice(0)) end();
    this.#stateListeners.clear();
    this.#notificationListeners.clear();
  }

  #follow(): void {
    if (this.#unfollow.length === 0) {
      const { topics, conditions, peers } = this.#options;
      this.#troubles = new PeerTroubles(peers());
      const timer = setInterval(() => this.#checkDisk(), checkDiskEveryMs).unref();
      this.#unfollow = [
        topics.subscribe((topic) => {
          if (topic === 'peers') this.#checkPeers();
          if (topic === 'storage') this.#checkDisk();
        }),
        conditions.onChange(() => this.#notifyState()),
        () => clearInterval(timer),
      ];
    }
    this.#checkDisk();
  }

  #checkPeers(): void {
    for (const notification of this.#troubles?.compare(this.#options.peers()) ?? [])
      this.notify(notification);
    this.#notifyState();
  }

  #checkDisk(): void {
    const check = async () => {
      const free = await this.#options.freeBytes();
      const wasLow = this.#isDiskLow;
      this.#isDiskLow = free < (wasLow ? 2 * lowDiskBytes : lowDiskBytes);
      if (this.#isDiskLow && !wasLow) this.notify({ kind: 'disk_low' });
    };
    check()
      .catch(this.#options.onError)
      .finally(() => this.#notifyState());
  }

  #notifyState(): void {
    const state = this.#state();
    const text = JSON.stringify(state);
    if (text === this.#lastState) return;
    this.#lastState = text;
    for (const listener of this.#stateListeners) listener(state);
  }

  #state(): NodeState {
    const { peers, conditions } = this.#options;
    const known = peers();
    const reachable = known.filter(isReachable).length;
    const isCutOff = known.length > 0 && reachable === 0 && known.every(({ failure }) => failure !== null);
    return {
      paused_by: conditions.pausedBy(),
      trouble: this.#isDiskLow ? 'disk' : isCutOff ? 'peers' : null,
      reachable_peers: reachable,
    };
  }
}
