import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import type { Peer, PeerSource } from '../peer.ts';
import { sql } from './peer-sql.ts';

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

/** The rows that a command added, changed or removed. */
export interface PeerChanges {
  changed: Peer[];
  /** Hosts. */
  removed: string[];
}

/** Stores the peers and the result of each attempt to reach them. Each command is one transaction. */
export class PeerRepository {
  readonly #one: Statement<[string], PeerRow>;
  readonly #all: Statement<[], PeerRow>;
  readonly #learn: Statement<[string, number], PeerRow>;
  readonly #add: Statement<[{ host: string; source: PeerSource; at: number }], PeerRow>;
  readonly #forgetOtherHosts: Statement<[PeerProof], string>;
  readonly #unproveOtherHosts: Statement<[PeerProof], PeerRow>;
  readonly #recordProof: Statement<[object], PeerRow>;
  readonly #recordFailure: Statement<[object], PeerRow>;
  readonly #accept: Statement<[{ host: string; offeredKey: string }], PeerRow>;
  readonly #remove: Statement<[string], PeerRow>;
  readonly #endPractice: Statement<[string], string>;
  readonly #evict: Statement<[number], string>;
  readonly #forgetRemoved: Statement<[number], string>;
  readonly #retrySoon: Statement<[{ now: number; withinMs: number; max: number }], PeerRow>;
  readonly #inTransaction: InTransaction;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#one = db.prepare(sql.one);
    this.#all = db.prepare(sql.all);
    this.#learn = db.prepare(sql.learn);
    this.#add = db.prepare(sql.add);
    this.#forgetOtherHosts = db.prepare<[PeerProof], string>(sql.forgetOtherHosts).pluck();
    this.#unproveOtherHosts = db.prepare(sql.unproveOtherHosts);
    this.#recordProof = db.prepare(sql.recordProof);
    this.#recordFailure = db.prepare(sql.recordFailure);
    this.#accept = db.prepare(sql.accept);
    this.#remove = db.prepare(sql.remove);
    this.#endPractice = db.prepare<[string], string>(sql.endPractice).pluck();
    this.#evict = db.prepare<[number], string>(sql.evict).pluck();
    this.#forgetRemoved = db.prepare<[number], string>(sql.forgetRemoved).pluck();
    this.#retrySoon = db.prepare(sql.retrySoon);
  }

  /** Returns all peers, including those that the owner removed. */
  all(): Peer[] {
    return this.#all.all().map(peerOf);
  }

  /**
   * Adds up to `max` hosts that another node named, unless they are known or were removed, and keeps `limit` rows; new
   * hosts may be among those that go.
   */
  learn(hosts: readonly string[], at: number, { max, limit }: { max: number; limit: number }): PeerChanges {
    return this.#inTransaction(() => {
      const added = hosts
        .filter((host) => this.#one.get(host) === undefined)
        .slice(0, max)
        .flatMap((host) => this.#learn.all(host, at));
      const removed = added.length > 0 ? this.#evict.all(limit) : [];
      return { changed: added.filter(({ host }) => !removed.includes(host)).map(peerOf), removed };
    });
  }

  /** Adds a host that the owner or the practice network named, or changes the source of a known one. */
  add(host: string, source: 'named' | 'practice', at: number): PeerChanges {
    return changed(this.#add.all({ host, source, at }));
  }

  /**
   * Records a proof, unless the host was removed meanwhile. Other hosts with the same key are deleted, or lose their
   * proof where the owner named them.
   */
  recordProof(proof: PeerProof): PeerChanges {
    return this.#inTransaction(() => {
      if ((this.#one.get(proof.host)?.source ?? 'removed') === 'removed') return changed([]);
      const removed = this.#forgetOtherHosts.all(proof);
      const unproven = this.#unproveOtherHosts.all(proof);
      const { failure, ...proven } = proof;
      const recorded = this.#recordProof.all({
        ...proven,
        warning: messageJson(proof.warning),
        failureCode: failure?.code ?? null,
        failureMessage: messageJson(failure?.message ?? null),
        failureRemedy: messageJson(failure?.remedy ?? null),
      });
      return { ...changed([...unproven, ...recorded]), removed };
    });
  }

  recordFailure(setback: PeerFailureRecord): PeerChanges {
    return changed(
      this.#recordFailure.all({
        ...setback,
        message: messageJson(setback.message),
        remedy: messageJson(setback.remedy),
      }),
    );
  }

  /** Pins the offered key; changes nothing when another one or none is offered. */
  acceptKey(host: string, offeredKey: string): PeerChanges {
    return changed(this.#accept.all({ host, offeredKey }));
  }

  /**
   * Removes a peer with its pinned key from the list, if it is there; only the most recently removed hosts are
   * remembered.
   */
  remove(host: string): PeerChanges {
    return this.#inTransaction(() => {
      const rows = this.#remove.all(host);
      const removed = rows.length > 0 ? this.#forgetRemoved.all(maxRemoved) : [];
      return { ...changed(rows), removed };
    });
  }

  /** Schedules up to `max` unreachable peers within this many milliseconds. */
  retrySoon(now: number, withinMs: number, max: number): PeerChanges {
    return changed(this.#retrySoon.all({ now, withinMs, max }));
  }

  /** Removes the nodes of the practice network, except the one at `host`. */
  endPractice(host: string | undefined): PeerChanges {
    return { changed: [], removed: this.#endPractice.all(host ?? '') };
  }
}

const changed = (rows: readonly PeerRow[]): PeerChanges => ({ changed: rows.map(peerOf), removed: [] });
