import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import type { Peer } from '../peer.ts';
import {
  type LearningLimits,
  maxRemovedPeers,
  type PeerChanges,
  type PeerFailureRecord,
  type PeerProof,
  type PeerStore,
} from '../peer-store.ts';
import { changesOf, failureValues, type PeerRow, peerOf, proofValues } from './peer-row.ts';
import { peerSql } from './peer-sql.ts';

export const sql = peerSql('abs(random() % @withinMs)');

/** Stores the peers of one node. */
export class PeerRepository implements PeerStore {
  readonly #one: Statement<[{ host: string }], PeerRow>;
  readonly #all: Statement<[], PeerRow>;
  readonly #learn: Statement<[{ host: string; at: number }], PeerRow>;
  readonly #add: Statement<[object], PeerRow>;
  readonly #forgetOtherHosts: Statement<[object], string>;
  readonly #unproveOtherHosts: Statement<[object], PeerRow>;
  readonly #recordProof: Statement<[object], PeerRow>;
  readonly #recordFailure: Statement<[object], PeerRow>;
  readonly #accept: Statement<[object], PeerRow>;
  readonly #remove: Statement<[{ host: string }], PeerRow>;
  readonly #endPractice: Statement<[{ host: string }], string>;
  readonly #evict: Statement<[{ limit: number }], string>;
  readonly #forgetRemoved: Statement<[{ limit: number }], string>;
  readonly #retrySoon: Statement<[object], PeerRow>;
  readonly #inTransaction: InTransaction;
  #learning = { since: Number.NEGATIVE_INFINITY, hosts: 0 };

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#one = db.prepare(sql.one);
    this.#all = db.prepare(sql.all);
    this.#learn = db.prepare(sql.learn);
    this.#add = db.prepare(sql.add);
    this.#forgetOtherHosts = db.prepare<[object], string>(sql.forgetOtherHosts).pluck();
    this.#unproveOtherHosts = db.prepare(sql.unproveOtherHosts);
    this.#recordProof = db.prepare(sql.recordProof);
    this.#recordFailure = db.prepare(sql.recordFailure);
    this.#accept = db.prepare(sql.accept);
    this.#remove = db.prepare(sql.remove);
    this.#endPractice = db.prepare<[{ host: string }], string>(sql.endPractice).pluck();
    this.#evict = db.prepare<[{ limit: number }], string>(sql.evict).pluck();
    this.#forgetRemoved = db.prepare<[{ limit: number }], string>(sql.forgetRemoved).pluck();
    this.#retrySoon = db.prepare(sql.retrySoon);
  }

  async all(): Promise<Peer[]> {
    return this.#all.all().map(peerOf);
  }

  async find(hosts: readonly string[]): Promise<Peer[]> {
    return hosts.flatMap((host) => this.#one.get({ host }) ?? []).map(peerOf);
  }

  async learn(
    hosts: readonly string[],
    at: number,
    { max, periodMs, peers }: LearningLimits,
  ): Promise<PeerChanges> {
    if (Math.abs(at - this.#learning.since) >= periodMs) this.#learning = { since: at, hosts: 0 };
    const left = Math.max(0, max - this.#learning.hosts);
    const changes = this.#inTransaction(() => {
      const added = hosts
        .filter((host) => this.#one.get({ host }) === undefined)
        .slice(0, left)
        .flatMap((host) => this.#learn.all({ host, at }));
      const removed = added.length > 0 ? this.#evict.all({ limit: peers }) : [];
      return { changed: added.filter(({ host }) => !removed.includes(host)).map(peerOf), removed };
    });
    this.#learning.hosts += changes.changed.length;
    return changes;
  }

  async add(host: string, source: 'named' | 'practice', at: number): Promise<PeerChanges> {
    return changesOf(this.#add.all({ host, source, at }));
  }

  async recordProof(proof: PeerProof): Promise<PeerChanges | 'key_changed'> {
    return this.#inTransaction(() => {
      const { host, publicKey } = proof;
      const row = this.#one.get({ host });
      if (!row || row.source === 'removed') return changesOf([]);
      if (row.publicKey !== null && row.publicKey !== publicKey) return 'key_changed';
      const removed = this.#forgetOtherHosts.all(proof);
      const unproven = this.#unproveOtherHosts.all(proof);
      const recorded = this.#recordProof.all(proofValues(proof));
      return { ...changesOf([...unproven, ...recorded]), removed };
    });
  }

  async recordFailure(failure: PeerFailureRecord): Promise<PeerChanges> {
    return changesOf(this.#recordFailure.all(failureValues(failure)));
  }

  async acceptKey(host: string, offeredKey: string): Promise<PeerChanges> {
    return changesOf(this.#accept.all({ host, offeredKey }));
  }

  async remove(host: string): Promise<PeerChanges> {
    return this.#inTransaction(() => {
      const rows = this.#remove.all({ host });
      const removed = rows.length > 0 ? this.#forgetRemoved.all({ limit: maxRemovedPeers }) : [];
      return { ...changesOf(rows), removed };
    });
  }

  async retrySoon(now: number, withinMs: number, max: number): Promise<PeerChanges> {
    return changesOf(this.#retrySoon.all({ now, withinMs, latest: now + withinMs, max }));
  }

  async endPractice(host: string | undefined): Promise<PeerChanges> {
    return { changed: [], removed: this.#endPractice.all({ host: host ?? '' }) };
  }

  follow(): () => Promise<void> {
    return async () => {};
  }
}
