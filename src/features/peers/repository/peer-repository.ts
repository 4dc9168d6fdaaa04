import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import type { Db, Statement, Transaction } from '../../../platform/sqlite/database.ts';

/**
 * Who brought a peer here: the person, another node, the practice network. `removed`: the person took it
 * off the list; the row stays so that it is not learned again.
 */
export type PeerSource = 'named' | 'learned' | 'practice' | 'removed';

/** A peer as it is kept. Times in milliseconds; `capabilities` and `metrics` are JSON text. */
export interface PeerRow {
  /** The origin at which it is asked. */
  host: string;
  source: PeerSource;
  addedAt: number;
  /** The key pinned on first contact. */
  publicKey: string | null;
  /** The key that the host shows now, where it is not the pinned one. */
  offeredKey: string | null;
  version: string | null;
  capabilities: string;
  metrics: string;
  compatibility: 'compatible' | 'warning' | 'incompatible' | null;
  warning: string | null;
  /** When this key first proved itself at this host; null where it never did. */
  verifiedAt: number | null;
  lastContact: number | null;
  latencyMs: number | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** Not to be asked before this time. */
  nextAttempt: number | null;
  failureCode: PeerFailure['code'] | null;
  failureMessage: string | null;
  failureRemedy: string | null;
  failureReportedBy: PeerFailure['reported_by'] | null;
  failureAt: number | null;
}

/** What others are told of a peer. */
export interface ListableRow extends Pick<PeerRow, 'host' | 'capabilities' | 'metrics'> {
  publicKey: string;
  version: string;
  compatibility: 'compatible' | 'warning';
  lastContact: number;
  latencyMs: number;
}

/** Last heard of from–to (milliseconds), with fewer failures in a row, the freshest `most`. */
export interface ListableQuery {
  from: number;
  to: number;
  failures: number;
  most: number;
}

/** What a node proved about itself. */
export interface PeerProof
  extends Pick<PeerRow, 'host' | 'capabilities' | 'metrics' | 'warning' | 'latencyMs' | 'nextAttempt'> {
  publicKey: string;
  version: string;
  compatibility: 'compatible' | 'warning' | 'incompatible';
  at: number;
  /** Why it is of no use all the same. */
  failure?: Pick<PeerFailure, 'code' | 'message' | 'remedy'> | undefined;
  /** When to ask again where this key was proven before. */
  elsewhereNextAttempt: number;
}

export interface PeerSetback {
  host: string;
  code: PeerFailure['code'];
  message: string;
  remedy: string;
  reportedBy: PeerFailure['reported_by'];
  at: number;
  nextAttempt: number;
  /** The key shown instead of the pinned one; null leaves what is recorded. */
  offeredKey: string | null;
}

const columns = `host, source, added_at AS addedAt, public_key AS publicKey, offered_key AS offeredKey,
  version, capabilities, metrics, compatibility, warning, verified_at AS verifiedAt,
  last_contact AS lastContact, latency_ms AS latencyMs, failures, next_attempt AS nextAttempt,
  failure_code AS failureCode, failure_message AS failureMessage, failure_remedy AS failureRemedy,
  failure_reported_by AS failureReportedBy, failure_at AS failureAt`;

/** How many hosts that the person took off the list are remembered. */
const mostRemoved = 1000;

/** Who is tried apart from the rounds; the words of an index. */
const isWaiting = "(verified_at IS NULL OR failures > 0 OR compatibility = 'incompatible')";

/** Failures that may be this computer's connection, so that another one may help. */
const ofConnection = "('name_not_found', 'refused', 'timeout', 'tls', 'unreachable')";

/**
 * Worst first: what never proved itself, then by failures. Among equals the
 * newest goes, so that a flood of new names can't push out nodes that are known for long.
 */
const worstFirst = 'verified_at IS NULL DESC, failures DESC, COALESCE(verified_at, added_at) DESC';

export class PeerRepository {
  readonly #one: Statement<[string], PeerRow>;
  readonly #all: Statement<[], PeerRow>;
  readonly #learn: Statement<[string, number]>;
  readonly #name: Statement<[{ host: string; source: PeerSource; at: number }]>;
  readonly #forgetElsewhere: Statement<[PeerProof]>;
  readonly #unproveElsewhere: Statement<[PeerProof]>;
  readonly #prove: Statement<[object]>;
  readonly #setBack: Statement<[PeerSetback]>;
  readonly #accept: Statement<[{ host: string; offeredKey: string }]>;
  readonly #remove: Statement<[string]>;
  readonly #endPractice: Statement<[string]>;
  readonly #evict: Statement<[number]>;
  readonly #forgetRemoved: Statement<[number]>;
  readonly #waiting: Statement<[{ now: number; latest: number }], string>;
  readonly #nextAttempt: Statement<[], number | null>;
  readonly #hasten: Statement<[{ now: number; within: number; most: number }]>;
  readonly #listable: Statement<[ListableQuery], ListableRow>;
  readonly #inTransaction: Transaction<(work: () => void) => void>;

  constructor(db: Db) {
    this.#inTransaction = db.transaction((work: () => void) => work());
    this.#one = db.prepare(`SELECT ${columns} FROM peers WHERE host = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM peers WHERE source <> 'removed'`);
    this.#learn = db.prepare(
      "INSERT INTO peers (host, source, added_at) VALUES (?, 'learned', ?) ON CONFLICT DO NOTHING",
    );
    this.#name = db.prepare(
      `INSERT INTO peers (host, source, added_at) VALUES (@host, @source, @at)
       ON CONFLICT (host) DO UPDATE SET source = excluded.source`,
    );
    this.#forgetElsewhere = db.prepare(
      "DELETE FROM peers WHERE public_key = @publicKey AND host <> @host AND source = 'learned'",
    );
    this.#unproveElsewhere = db.prepare(
      `UPDATE peers SET verified_at = NULL, next_attempt = @elsewhereNextAttempt
       WHERE public_key = @publicKey AND host <> @host`,
    );
    this.#prove = db.prepare(
      `UPDATE peers SET public_key = @publicKey, offered_key = NULL, version = @version,
         capabilities = @capabilities, metrics = @metrics, compatibility = @compatibility,
         warning = @warning, verified_at = COALESCE(verified_at, @at), last_contact = @at,
         latency_ms = @latencyMs, failures = 0, next_attempt = @nextAttempt,
         failure_code = @failureCode, failure_message = @failureMessage, failure_remedy = @failureRemedy,
         failure_reported_by = 'this_node', failure_at = iif(@failureCode IS NULL, NULL, @at)
       WHERE host = @host`,
    );
    this.#setBack = db.prepare(
      `UPDATE peers SET failures = failures + 1, next_attempt = @nextAttempt, failure_code = @code,
         failure_message = @message, failure_remedy = @remedy, failure_reported_by = @reportedBy,
         failure_at = @at, offered_key = COALESCE(@offeredKey, offered_key)
       WHERE host = @host AND source <> 'removed'`,
    );
    this.#accept = db.prepare(
      `UPDATE peers SET public_key = offered_key, offered_key = NULL, verified_at = NULL, next_attempt = NULL
       WHERE host = @host AND offered_key = @offeredKey`,
    );
    this.#remove = db.prepare(
      `UPDATE peers SET source = 'removed', public_key = NULL, offered_key = NULL, verified_at = NULL,
         version = NULL, compatibility = NULL, warning = NULL, last_contact = NULL, latency_ms = NULL,
         failures = 0, next_attempt = NULL, failure_code = NULL, failure_message = NULL,
         failure_remedy = NULL, failure_at = NULL
       WHERE host = ? AND source <> 'removed'`,
    );
    this.#endPractice = db.prepare("DELETE FROM peers WHERE source = 'practice' AND host <> ?");
    this.#evict = db.prepare(
      `DELETE FROM peers WHERE host IN (
         SELECT host FROM peers WHERE source = 'learned' ORDER BY ${worstFirst}
         LIMIT MAX(0, (SELECT count(*) FROM peers WHERE source <> 'removed') - ?))`,
    );
    this.#forgetRemoved = db.prepare(
      `DELETE FROM peers WHERE host IN (
         SELECT host FROM peers WHERE source = 'removed' ORDER BY added_at
         LIMIT MAX(0, (SELECT count(*) FROM peers WHERE source = 'removed') - ?))`,
    );
    this.#waiting = db
      .prepare<[{ now: number; latest: number }], string>(
        `SELECT host FROM peers WHERE ${isWaiting} AND source <> 'removed'
         AND (next_attempt IS NULL OR next_attempt <= @now OR next_attempt > @latest)`,
      )
      .pluck();
    this.#nextAttempt = db
      .prepare<[], number | null>(
        `SELECT next_attempt FROM peers WHERE ${isWaiting} AND source <> 'removed' AND next_attempt IS NOT NULL
       ORDER BY next_attempt LIMIT 1`,
      )
      .pluck();
    this.#listable = db.prepare(
      `SELECT host, public_key AS publicKey, version, compatibility, capabilities, metrics,
         last_contact AS lastContact, coalesce(latency_ms, 0) AS latencyMs
       FROM peers WHERE last_contact BETWEEN @from AND @to AND verified_at IS NOT NULL
         AND offered_key IS NULL AND compatibility <> 'incompatible' AND failures < @failures
         AND source <> 'removed'
       ORDER BY last_contact DESC LIMIT @most`,
    );
    this.#hasten = db.prepare(
      `UPDATE peers SET next_attempt = @now + abs(random() % @within) WHERE host IN (
         SELECT host FROM peers WHERE failures > 0 AND failure_code IN ${ofConnection}
           AND next_attempt > @now + @within AND (verified_at IS NOT NULL OR source <> 'learned')
           AND source <> 'removed'
         ORDER BY source = 'learned', failures LIMIT @most)`,
    );
  }

  /** The row, one that the person removed included. */
  get(host: string): PeerRow | undefined {
    return this.#one.get(host);
  }

  all(): PeerRow[] {
    return this.#all.all();
  }

  /**
   * Adds up to `most` hosts that another node named, unless they are known or were removed, and keeps `limit`
   * rows.
   * @returns those that are new and were kept
   */
  learn(hosts: readonly string[], at: number, { most, limit }: { most: number; limit: number }): string[] {
    let added: string[] = [];
    this.#inTransaction(() => {
      added = hosts
        .filter((host) => this.get(host) === undefined)
        .slice(0, most)
        .filter((host) => this.#learn.run(host, at).changes === 1);
      if (added.length > 0) this.#evict.run(limit);
    });
    return added.filter((host) => this.get(host) !== undefined);
  }

  /** Adds a host on the person's word, or gives a known one this better standing. */
  name(host: string, source: 'named' | 'practice', at: number): void {
    this.#name.run({ host, source, at });
  }

  /**
   * Records a proof, unless the host was removed meanwhile. The newest proof of a key wins: other hosts
   * with the same key are forgotten, or count as unproven where the person named them.
   */
  prove(proof: PeerProof): void {
    this.#inTransaction(() => {
      if ((this.get(proof.host)?.source ?? 'removed') === 'removed') return;
      this.#forgetElsewhere.run(proof);
      this.#unproveElsewhere.run(proof);
      const { failure, ...proven } = proof;
      this.#prove.run({
        ...proven,
        failureCode: failure?.code ?? null,
        failureMessage: failure?.message ?? null,
        failureRemedy: failure?.remedy ?? null,
      });
    });
  }

  setBack(setback: PeerSetback): void {
    this.#setBack.run(setback);
  }

  /** Pins the offered key; `false` when another one or none is offered. */
  acceptKey(host: string, offeredKey: string): boolean {
    return this.#accept.run({ host, offeredKey }).changes === 1;
  }

  /**
   * Takes a peer off the list for good, its pinned key included, and remembers the newest such hosts.
   * @returns `false` when it is not on the list
   */
  remove(host: string): boolean {
    const isRemoved = this.#remove.run(host).changes === 1;
    if (isRemoved) this.#forgetRemoved.run(mostRemoved);
    return isRemoved;
  }

  /**
   * Who was never tried, or failed and has waited long enough. Times in milliseconds.
   * @param latest a time further ahead than any that is ever set comes from a clock that was wrong
   */
  waiting(now: number, latest: number): string[] {
    return this.#waiting.all({ now, latest });
  }

  /** Who others may be told of: proven, with the pinned key, understood. Freshest first. */
  listable(query: ListableQuery): ListableRow[] {
    return this.#listable.all(query);
  }

  /** When the next of those who wait is due; undefined where nobody waits. */
  nextAttempt(): number | undefined {
    return this.#nextAttempt.get() ?? undefined;
  }

  /** Lets those who could not be reached, up to `most`, be tried within so many milliseconds. */
  hasten(now: number, within: number, most: number): void {
    this.#hasten.run({ now, within, most });
  }

  /** Forgets the practice network's nodes, except the one at `host`. */
  endPractice(host: string | undefined): void {
    this.#endPractice.run(host ?? '');
  }
}
