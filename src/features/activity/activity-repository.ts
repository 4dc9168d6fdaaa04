import { type ActivityKind, activityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { Actor } from '../../core/events/activity.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';

/**
 * A line of the activity log, which stands for `count` equal events between `at` and `lastAt`; times in milliseconds.
 */
export interface ActivityRow {
  number: number;
  at: number;
  lastAt: number;
  count: number;
  kind: ActivityKind;
  actorType: Actor['type'];
  actorName: string;
  address: string | null;
  subject: string | null;
  /** English text, which searches read. */
  detail: string;
  /** The message of `detail`, its parameters as JSON; null for entries of earlier versions. */
  reason: string | null;
  params: string | null;
  problem: string | null;
}

export interface ActivityQuery {
  kind?: ActivityKind | undefined;
  /** Text to search for in lines; empty matches every line. */
  q: string;
  /** Selects only lines before this one, and from `fromNumber` on. */
  beforeNumber: number;
  fromNumber?: number;
  /** Number of newest lines to leave out. */
  skip?: number;
  limit: number;
}

const columns =
  'number, at, last_at AS lastAt, count, kind, actor_type AS actorType, actor_name AS actorName, address, subject, detail, reason, params, problem';

/** SQL of the searchable text of a line, joined by line breaks, which no search contains. */
const words = 'concat_ws(char(10), actor_name, address, subject, detail, problem)';

type ActivityMatch = Omit<ActivityQuery, 'skip' | 'limit'>;

function matching({ kind, q, beforeNumber, fromNumber = 0 }: ActivityMatch): {
  where: string;
  values: object;
} {
  const conditions = ['number < @beforeNumber', 'number >= @fromNumber'];
  if (kind !== undefined) conditions.push('kind = @kind');
  if (q !== '') conditions.push(`${words} LIKE @pattern ESCAPE '\\'`);
  return {
    where: conditions.join(' AND '),
    values: { beforeNumber, fromNumber, kind, pattern: `%${q.replace(/[\\%_]/g, '\\$&')}%` },
  };
}

/** Entries of the owner and of the node; the index `activity_for_owner` has the same condition. */
const forOwner =
  "(actor_type IN ('dashboard', 'command', 'api_token', 'node') OR actor_type = 'user' AND actor_name = 'owner')";

const trimStep = 1000;

export class ActivityRepository {
  readonly #db: Db;
  readonly #insert: Statement<[Omit<ActivityRow, 'number'>]>;
  readonly #repeat: Statement<[{ number: number; lastAt: number; count: number }]>;
  readonly #range: Statement<[], { oldest: number; newest: number }>;
  readonly #newestForOwner: Statement<[string, number], ActivityRow>;
  readonly #trimKind: Statement<[{ kind: ActivityKind; max: number }]>;
  readonly #trimByAge: Statement<[number, number]>;

  constructor(db: Db) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO activity (at, last_at, count, kind, actor_type, actor_name, address, subject, detail, reason, params, problem)
       VALUES (@at, @lastAt, @count, @kind, @actorType, @actorName, @address, @subject, @detail, @reason, @params, @problem)`,
    );
    this.#repeat = db.prepare('UPDATE activity SET last_at = @lastAt, count = @count WHERE number = @number');
    // Two subqueries, because SQLite reads only a single min or max from the index.
    this.#range = db.prepare(
      'SELECT (SELECT coalesce(min(number), 0) FROM activity) AS oldest, (SELECT coalesce(max(number), 0) FROM activity) AS newest',
    );
    this.#newestForOwner = db.prepare(
      `SELECT ${columns} FROM activity WHERE reason = ? AND ${forOwner} ORDER BY number DESC LIMIT ?`,
    );
    this.#trimKind = db.prepare(
      `DELETE FROM activity WHERE kind = @kind AND number <=
         (SELECT number FROM activity WHERE kind = @kind ORDER BY number DESC LIMIT 1 OFFSET @max)`,
    );
    this.#trimByAge = db.prepare(
      'DELETE FROM activity WHERE number IN (SELECT number FROM activity ORDER BY number LIMIT ?) AND at < ?',
    );
  }

  /** Adds a line, and returns its number. */
  add(row: Omit<ActivityRow, 'number'>): number {
    return Number(this.#insert.run(row).lastInsertRowid);
  }

  /** Updates the time and count of a repeated line. */
  repeat(row: { number: number; lastAt: number; count: number }): void {
    this.#repeat.run(row);
  }

  /**
   * Runs writes in one transaction without syncing. A power failure may lose the last lines, which is better than a
   * sync for every download.
   */
  batch(writes: () => void): void {
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#db.transaction(writes)();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** Returns the newest entries with a message that concern the owner, newest first. */
  newestForOwner(reason: string, limit: number): ActivityRow[] {
    return this.#newestForOwner.all(reason, limit);
  }

  /** Returns a page, newest first. */
  page({ limit, skip = 0, ...query }: ActivityQuery): ActivityRow[] {
    const { where, values } = matching(query);
    return this.#db
      .prepare<object, ActivityRow>(
        `SELECT ${columns} FROM activity WHERE ${where} ORDER BY number DESC LIMIT @limit OFFSET @skip`,
      )
      .all({ ...values, limit, skip });
  }

  /** Counts the matching lines. */
  count(query: ActivityMatch): number {
    const { where, values } = matching(query);
    return (
      this.#db.prepare<object, { n: number }>(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(values)
        ?.n ?? 0
    );
  }

  /** Returns the numbers of the oldest and the newest line; zeros when there are none. */
  range(): { oldest: number; newest: number } {
    return this.#range.get() ?? { oldest: 0, newest: 0 };
  }

  /** Removes lines before the time `before`, and all but the newest `max` lines of each kind. */
  trim(before: number, max: number): void {
    for (const kind of activityKind.options) this.#trimKind.run({ kind, max });
    while (this.#trimByAge.run(trimStep, before).changes === trimStep);
  }
}
