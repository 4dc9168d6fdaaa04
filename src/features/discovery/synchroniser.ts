import PQueue from 'p-queue';
import type { PauseReason, SyncState as SyncDocument } from '../../contract/dashboard-api/discovery.ts';
import { toTimestamp } from '../../core/clock.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { maxPeerBackoffMs, peerBackoffMs } from '../../platform/net/peer-backoff.ts';
import { isUsable, type PeerDirectory } from '../peers/index.ts';
import { HostSync, type HostSyncOptions } from './host-sync.ts';
import type { SyncState } from './repository/sync-state-repository.ts';
import { type SyncTarget, selectSyncTargets } from './sync-targets.ts';

const atOnce = 4;
const roundMs = 600_000;
const longestWaitMs = Math.max(maxPeerBackoffMs, 1.2 * roundMs);
/** Delay of a turn, in which the turns of nodes that are verified at the same time gather. */
const soonMs = 500;
/**
 * Pause before the next turn of a long list, which leaves time for other nodes and respects the rate limit of this one.
 */
const nextTurnMs = 2_000;
const intervalMs = 10_000;
/** Time before a node that is missing from the list is removed, because it may return, e.g. the practice node. */
const graceMs = 60_000;
/** Time for which the entries of an unreachable node are kept. */
const unreachedMs = 30 * 86_400_000;

export interface SynchroniserOptions extends HostSyncOptions {
  peers: PeerDirectory;
  contents: () => number;
  /** Returns the reasons why background work is paused; empty: not paused. */
  pausedBy: () => PauseReason[];
  onChange: () => void;
}

/** Keeps the remote index up to date: at start, and every 10 minutes (± 20 %). */
export class Synchroniser {
  readonly #options: SynchroniserOptions;
  readonly #hosts: HostSync;
  readonly #queue = new PQueue({ concurrency: atOnce });
  readonly #running = new TaskTracker();
  readonly #stopping = new AbortController();
  /** Nodes whose turn is running. */
  readonly #busy = new Set<number>();
  /** Times at which nodes disappeared from the list, by host. */
  readonly #missing = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Timeout | undefined;

  constructor(options: SynchroniserOptions) {
    this.#options = options;
    this.#hosts = new HostSync(options);
  }

  start(): void {
    this.#timer = setInterval(() => this.#runNow(), intervalMs);
    this.#runNow();
  }

  /** Aborts all requests, and resolves when none is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#next);
    this.#stopping.abort();
    await this.settled();
  }

  /** Resolves when no request is running. */
  settled(): Promise<void> {
    return this.#running.settled();
  }

  peersChanged(): void {
    this.#runIn(soonMs);
  }

  /** Reads the lists of all nodes now, even during a background pause, because the owner requested it. */
  now(): Promise<void> {
    const ids = new Set(this.#targets().map(({ id }) => id));
    return this.#round((state) => ids.has(state.id));
  }

  /** Runs due work, and resolves when it is done. */
  async run(): Promise<void> {
    const now = this.#options.clock();
    await this.#removeGone(now);
    if (this.#options.pausedBy().length > 0) return;
    await this.#round(
      ({ nextSync }) => nextSync === null || nextSync <= now || nextSync > now + longestWaitMs,
    );
  }

  state(): SyncDocument {
    const { states, contents, maxContents, pausedBy } = this.#options;
    const paused = pausedBy();
    const isOff = maxContents === 0;
    return {
      state: isOff ? 'off' : this.#busy.size > 0 ? 'running' : paused.length > 0 ? 'paused' : 'idle',
      paused_by: paused,
      contents: contents(),
      max_contents: maxContents,
      nodes: states.all().map((state) => ({
        host: state.host,
        contents: state.contents,
        synced_at: state.syncedAt === null ? null : toTimestamp(state.syncedAt),
        behind: state.behind === 1,
        message: state.message,
      })),
    };
  }

  #runNow(): void {
    this.#running.add(this.run()).catch((error: unknown) => {
      if (this.#stopping.signal.aborted) return;
      this.#options.logger.error({ err: error }, 'reading the lists of other nodes failed');
    });
  }

  #runIn(ms: number): void {
    if (this.#next || this.#stopping.signal.aborted) return;
    this.#next = setTimeout(() => {
      this.#next = undefined;
      this.#runNow();
    }, ms);
  }

  async #round(isDue: (state: SyncState) => boolean): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const due = this.#targets().filter(({ state, id }) => isDue(state) && !this.#busy.has(id));
    if (due.length === 0) return;
    for (const { id } of due) this.#busy.add(id);
    this.#options.onChange();
    const turns = due.map(({ peer, id }) =>
      this.#queue.add(() => this.#turn(peer, id)).finally(() => this.#busy.delete(id)),
    );
    await Promise.all(turns.map((turn) => this.#running.add(turn)));
    this.#options.onChange();
  }

  /** Returns the nodes to read and the progress of each. */
  #targets(): { peer: SyncTarget; state: SyncState; id: number }[] {
    const { peers, states, clock, maxContents } = this.#options;
    if (maxContents === 0) return [];
    const now = clock();
    const known = new Map(states.all().map((state) => [state.host, state]));
    return selectSyncTargets(peers.all(), known, now).map((peer) => {
      const state = known.get(peer.host) ?? states.add(peer.host, peer.publicKey, now);
      const isNamed = peer.source !== 'learned';
      if (isNamed !== (state.named === 1)) states.setNamed(state.id, isNamed);
      if (state.publicKey === peer.publicKey) return { peer, state, id: state.id };
      states.restart(state.id, peer.publicKey);
      return { peer, state: { ...state, nextSync: null }, id: state.id };
    });
  }

  async #turn({ host, source }: SyncTarget, id: number): Promise<void> {
    const { states, clock, logger, peers } = this.#options;
    const { signal } = this.#stopping;
    const mayGoOn = () => {
      const peer = peers.get(host);
      return peer !== undefined && isUsable(peer);
    };
    if (signal.aborted || !mayGoOn()) return;
    try {
      const trust = source === 'learned' ? 'proven' : 'named';
      const isEnd = await this.#hosts.turn(id, trust, { mayGoOn, signal });
      const now = clock();
      if (isEnd) {
        const nextSync = now + Math.round(roundMs * (0.8 + 0.4 * Math.random()));
        states.update(id, { behind: 0, syncedAt: now, nextSync, failures: 0, message: null });
      } else {
        states.update(id, { behind: 1, nextSync: now + nextTurnMs, message: null });
        this.#runIn(nextTurnMs);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PeerError)) throw error;
      logger.info({ peer: host, reason: error.code }, 'a node’s list could not be read');
      const failures = (states.get(id)?.failures ?? 0) + 1;
      const nextSync = clock() + Math.ceil(peerBackoffMs(failures, error.details.retryAfterMs));
      states.update(id, { failures, nextSync, message: error.text });
    }
  }

  /** Removes nodes that the owner removed, that are no longer listed, or that were unreachable for long. */
  async #removeGone(now: number): Promise<void> {
    const { peers, states, writer } = this.#options;
    const { signal } = this.#stopping;
    const present = new Set(peers.all().map(({ host }) => host));
    for (const { id, host, syncedAt, beganAt } of states.all()) {
      if (present.has(host)) this.#missing.delete(host);
      else if (!this.#missing.has(host)) this.#missing.set(host, now);
      const isRemoved = peers.get(host)?.source === 'removed';
      const isMissing = now - (this.#missing.get(host) ?? now) >= graceMs;
      const isUnreached = now - (syncedAt ?? beganAt) >= unreachedMs;
      if (this.#busy.has(id) || !(isRemoved || isMissing || isUnreached)) continue;
      await writer.removeHost(id, signal);
      this.#missing.delete(host);
    }
    await writer.shrink(signal);
  }
}
