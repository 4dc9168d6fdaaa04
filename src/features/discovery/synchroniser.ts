import type { PauseReason, SyncState as SyncDocument } from '../../contract/dashboard-api/discovery.ts';
import { toTimestamp } from '../../core/clock.ts';
import { TaskPool } from '../../core/concurrency/semaphore.ts';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { backoffMs, LONGEST_MS } from '../../platform/net/backoff.ts';
import { PeerError } from '../../platform/net/failures.ts';
import { isUsable } from '../peers/peer-view.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import { type Followed, followed } from './followed.ts';
import { HostSync, type HostSyncOptions } from './host-sync.ts';
import type { SyncState } from './repository/sync-state-repository.ts';

const AT_ONCE = 4;
const ROUND_MS = 600_000;
const LONGEST_WAIT_MS = Math.max(LONGEST_MS, 1.2 * ROUND_MS);
/** Nodes prove themselves many in a moment. */
const SOON_MS = 500;
/** Where more is waiting: others have their turn, and no node is asked more than it allows. */
const NEXT_TURN_MS = 2_000;
const PULSE_MS = 10_000;
/** A node that is not on the list any more may be on it again in a moment, e.g. that of the practice network. */
const GRACE_MS = 60_000;
/** So long is known what a node had that can't be reached. */
const UNREACHED_MS = 30 * 86_400_000;

export interface SynchroniserOptions extends HostSyncOptions {
  peers: Pick<PeerRepository, 'all' | 'get'>;
  contents: () => number;
  /** Why nothing goes on in the background now; empty: it does. */
  pausedBy: () => PauseReason[];
  onChange: () => void;
}

/** Keeps the index of what other nodes have up to date: at start, and every 10 minutes (± 20 %). */
export class Synchroniser {
  readonly #options: SynchroniserOptions;
  readonly #hosts: HostSync;
  readonly #pool = new TaskPool(AT_ONCE);
  readonly #running = new Running();
  readonly #stopping = new AbortController();
  /** Nodes whose turn has come. */
  readonly #busy = new Set<number>();
  /** Since when nodes are missing on the list, by their hosts. */
  readonly #missing = new Map<string, number>();
  #pulses: NodeJS.Timeout | undefined;
  #next: NodeJS.Timeout | undefined;

  constructor(options: SynchroniserOptions) {
    this.#options = options;
    this.#hosts = new HostSync(options);
  }

  start(): void {
    this.#pulses = setInterval(() => this.#pulse(), PULSE_MS);
    this.#pulse();
  }

  /** Breaks off what is under way and resolves when nothing is. Final. */
  async stop(): Promise<void> {
    clearInterval(this.#pulses);
    clearTimeout(this.#next);
    this.#stopping.abort();
    await this.settled();
  }

  /** Resolves when no node is asked any more. */
  settled(): Promise<void> {
    return this.#running.settled();
  }

  /** To be called when a node has proven itself, or was taken off the list. */
  peersChanged(): void {
    this.#pulseIn(SOON_MS);
  }

  /** Asks every node now, though it is not its time, and though the background is paused: a person wants it. */
  now(): Promise<void> {
    const ids = new Set(this.#follow().map(({ id }) => id));
    return this.#round((state) => ids.has(state.id));
  }

  /** Does what is due at this moment; resolves when it is done. */
  async run(): Promise<void> {
    const now = this.#options.clock();
    await this.#forgetLeft(now);
    if (this.#options.pausedBy().length > 0) return;
    await this.#round(
      ({ nextSync }) => nextSync === null || nextSync <= now || nextSync > now + LONGEST_WAIT_MS,
    );
  }

  state(): SyncDocument {
    const { states, contents, mostContents, pausedBy } = this.#options;
    const paused = pausedBy();
    const isOff = mostContents === 0;
    return {
      state: isOff ? 'off' : this.#busy.size > 0 ? 'running' : paused.length > 0 ? 'paused' : 'idle',
      paused_by: paused,
      contents: contents(),
      most_contents: mostContents,
      nodes: states.all().map((state) => ({
        host: state.host,
        contents: state.contents,
        synced_at: state.syncedAt === null ? null : toTimestamp(state.syncedAt),
        behind: state.behind === 1,
        message: state.message,
      })),
    };
  }

  #pulse(): void {
    this.#running.add(this.run()).catch((error: unknown) => {
      if (this.#stopping.signal.aborted) return;
      this.#options.logger.error({ err: error }, 'synchronising failed');
    });
  }

  #pulseIn(ms: number): void {
    if (this.#next || this.#stopping.signal.aborted) return;
    this.#next = setTimeout(() => {
      this.#next = undefined;
      this.#pulse();
    }, ms);
  }

  async #round(isDue: (state: SyncState) => boolean): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const due = this.#follow().filter(({ state, id }) => isDue(state) && !this.#busy.has(id));
    if (due.length === 0) return;
    for (const { id } of due) this.#busy.add(id);
    this.#options.onChange();
    const turns = due.map(({ peer, id }) =>
      this.#pool.run(() => this.#turn(peer, id)).finally(() => this.#busy.delete(id)),
    );
    await Promise.all(turns.map((turn) => this.#running.add(turn)));
    this.#options.onChange();
  }

  /** The nodes to be followed, with how far they are. */
  #follow(): { peer: Followed; state: SyncState; id: number }[] {
    const { peers, states, clock, mostContents } = this.#options;
    if (mostContents === 0) return [];
    const now = clock();
    const known = new Map(states.all().map((state) => [state.host, state]));
    return followed(peers.all(), known, now).map((peer) => {
      const state = known.get(peer.host) ?? states.add(peer.host, peer.publicKey, now);
      const isNamed = peer.source !== 'learned';
      if (isNamed !== (state.named === 1)) states.setNamed(state.id, isNamed);
      if (state.publicKey === peer.publicKey) return { peer, state, id: state.id };
      states.beginAnew(state.id, peer.publicKey);
      return { peer, state: { ...state, nextSync: null }, id: state.id };
    });
  }

  async #turn({ host, source }: Followed, id: number): Promise<void> {
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
        const nextSync = now + Math.round(ROUND_MS * (0.8 + 0.4 * Math.random()));
        states.note(id, { behind: 0, syncedAt: now, nextSync, failures: 0, message: null });
      } else {
        states.note(id, { behind: 1, nextSync: now + NEXT_TURN_MS, message: null });
        this.#pulseIn(NEXT_TURN_MS);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PeerError)) throw error;
      logger.info({ peer: host, reason: error.code }, 'a node’s list could not be read');
      const failures = (states.get(id)?.failures ?? 0) + 1;
      const nextSync = clock() + Math.ceil(backoffMs(failures, error.details.retryAfterMs));
      states.note(id, { failures, nextSync, message: error.message });
    }
  }

  /** Forgets the nodes that a person took off the list, that are on it no more, or could not be reached for long. */
  async #forgetLeft(now: number): Promise<void> {
    const { peers, states, writer } = this.#options;
    const { signal } = this.#stopping;
    const present = new Set(peers.all().map(({ host }) => host));
    for (const { id, host, syncedAt, beganAt } of states.all()) {
      if (present.has(host)) this.#missing.delete(host);
      else if (!this.#missing.has(host)) this.#missing.set(host, now);
      const isRemoved = peers.get(host)?.source === 'removed';
      const isMissing = now - (this.#missing.get(host) ?? now) >= GRACE_MS;
      const isUnreached = now - (syncedAt ?? beganAt) >= UNREACHED_MS;
      if (this.#busy.has(id) || !(isRemoved || isMissing || isUnreached)) continue;
      await writer.forgetNode(id, signal);
      this.#missing.delete(host);
    }
    await writer.shrink(signal);
  }
}
