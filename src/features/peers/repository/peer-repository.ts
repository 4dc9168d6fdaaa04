import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement, Transaction } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';
import type { Peer, PeerSource } from '../peer.ts';
import { sql } from './peer-sql.ts';

/** The data of a peer for other nodes. */
export interface ListableRow extends Pick<Peer, 'host' | 'capabilities' | 'metrics'> {
  publicKey: string;
  version: string;
  compatibility: 'compatible' | 'warning';
  lastContact: number;
  latencyMs: number;
}

/**
 * Selects peers by the time of the last contact, in milliseconds, and the number of failures in a row; the latest
 * `max`.
 */
export interface ListableQuery {
  from: number;
  to: number;
  failures: number;
  max: number;
}

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

/** A row of `peers`; messages are JSON. */
type PeerRow = Omit<Peer, MessageColumn> & Record<MessageColumn, string | null>;
type MessageColumn = 'warning' | 'failureMessage' | 'failureRemedy';

const peerOf = (row: PeerRow): Peer => ({
  ...row,
  warning: storedMessage(row.warning),
  failureMessage: storedMessage(row.failureMessage),
  failureRemedy: storedMessage(row.failureRemedy),
});

/** Limit of remembered removed hosts. */
const maxRemoved = 1000;

/** Stores the peers and the result of each attempt to reach them. */
export class PeerRepository {
  readonly #one: Statement<[string], PeerRow>;
  readonly #all: Statement<[], PeerRow>;
  readonly #learn: Statement<[string, number]>;
  readonly #add: Statement<[{ host: string; source: PeerSource; at: number }]>;
  readonly #forgetOtherHosts: Statement<[PeerProof]>;
  readonly #unproveOtherHosts: Statement<[PeerProof]>;
  readonly #recordProof: Statement<[object]>;
  readonly #recordFailure: Statement<[object]>;
  readonly #accept: Statement<[{ host: string; offeredKey: string }]>;
  readonly #remove: Statement<[string]>;
  readonly #endPractice: Statement<[string]>;
  readonly #evict: Statement<[number]>;
  readonly #forgetRemoved: Statement<[number]>;
  readonly #due: Statement<[{ now: number; latest: number }], string>;
  readonly #nextAttempt: Statement<[], number | null>;
  readonly #retrySoon: Statement<[{ now: number; withinMs: number; max: number }]>;
  readonly #listable: Statement<[ListableQuery], ListableRow>;
  readonly #inTransaction: Transaction<(work: () => void) => void>;

  constructor(db: Db) {
    this.#inTransaction = db.transaction((work: () => void) => work());
    this.#one = db.prepare(sql.one);
    this.#all = db.prepare(sql.all);
    this.#learn = db.prepare(sql.learn);
    this.#add = db.prepare(sql.add);
    this.#forgetOtherHosts = db.prepare(sql.forgetOtherHosts);
    this.#unproveOtherHosts = db.prepare(sql.unproveOtherHosts);
    this.#recordProof = db.prepare(sql.recordProof);
    this.#recordFailure = db.prepare(sql.recordFailure);
    this.#accept = db.prepare(sql.accept);
    this.#remove = db.prepare(sql.remove);
    this.#endPractice = db.prepare(sql.endPractice);
    this.#evict = db.prepare(sql.evict);
    this.#forgetRemoved = db.prepare(sql.forgetRemoved);
    this.#due = db.prepare<[{ now: number; latest: number }], string>(sql.due).pluck();
    this.#nextAttempt = db.prepare<[], number | null>(sql.nextAttempt).pluck();
    this.#listable = db.prepare(sql.listable);
    this.#retrySoon = db.prepare(sql.retrySoon);
  }

  /** Returns a peer, including one that the person removed. */
  get(host: string): Peer | undefined {
    const row = this.#one.get(host);
    return row && peerOf(row);
  }

  all(): Peer[] {
    return this.#all.all().map(peerOf);
  }

  /**
   * Adds up to `max` hosts that another node named, unless they are known or were removed, and keeps `limit` rows.
   * @returns the new hosts that were kept
   */
  learn(hosts: readonly string[], at: number, { max, limit }: { max: number; limit: number }): string[] {
    let added: string[] = [];
    this.#inTransaction(() => {
      added = hosts
        .filter((host) => this.get(host) === undefined)
        .slice(0, max)
        .filter((host) => this.#learn.run(host, at).changes === 1);
      if (added.length > 0) this.#evict.run(limit);
    });
    return added.filter((host) => this.get(host) !== undefined);
  }

  /** Adds a host that the person or the practice network named, or changes the source of a known one. */
  add(host: string, source: 'named' | 'practice', at: number): void {
    this.#add.run({ host, source, at });
  }

  /**
   * Records a proof, unless the host was removed meanwhile. Other hosts with the same key are deleted, or lose their
   * proof where the person named them.
   */
  recordProof(proof: PeerProof): void {
    this.#inTransaction(() => {
      if ((this.get(proof.host)?.source ?? 'removed') === 'removed') return;
      this.#forgetOtherHosts.run(proof);
      this.#unproveOtherHosts.run(proof);
      const { failure, ...proven } = proof;
      this.#recordProof.run({
        ...proven,
        warning: messageJson(proof.warning),
        failureCode: failure?.code ?? null,
        failureMessage: messageJson(failure?.message ?? null),
        failureRemedy: messageJson(failure?.remedy ?? null),
      });
    });
  }

  recordFailure(setback: PeerFailureRecord): void {
    this.#recordFailure.run({
      ...setback,
      message: messageJson(setback.message),
      remedy: messageJson(setback.remedy),
    });
  }

  /** Pins the offered key. @returns false when another one or none is offered */
  acceptKey(host: string, offeredKey: string): boolean {
    return this.#accept.run({ host, offeredKey }).changes === 1;
  }

  /**
   * Removes a peer with its pinned key from the list; only the most recently removed hosts are remembered.
   * @returns `false` when it is not on the list
   */
  remove(host: string): boolean {
    let isRemoved = false;
    this.#inTransaction(() => {
      isRemoved = this.#remove.run(host).changes === 1;
      if (isRemoved) this.#forgetRemoved.run(maxRemoved);
    });
    return isRemoved;
  }

  /**
   * Returns the hosts that were never tried, or whose waiting time after a failure is over; times in milliseconds.
   * @param latest later attempts are due too, because a wrong clock set them
   */
  due(now: number, latest: number): string[] {
    return this.#due.all({ now, latest });
  }

  /** Returns the peers to name to other nodes: proven, with the pinned key, compatible; latest contact first. */
  listable(query: ListableQuery): ListableRow[] {
    return this.#listable.all(query);
  }

  /** Returns when the next waiting peer is due. */
  nextAttempt(): number | undefined {
    return this.#nextAttempt.get() ?? undefined;
  }

  /** Schedules up to `max` unreachable peers within this many milliseconds. */
  retrySoon(now: number, withinMs: number, max: number): void {
    this.#retrySoon.run({ now, withinMs, max });
  }

  /** Removes the nodes of the practice network, except the one at `host`. */
  endPractice(host: string | undefined): void {
    this.#endPractice.run(host ?? '');
  }
}
