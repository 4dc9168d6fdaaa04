import { type ActivityKind, activityKind } from '../../contract/dashboard-api/activity.ts';
import type { Actor } from '../../core/events/activity.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';

/** One line of the activity log. Times in milliseconds; `count` times the same between `at` and `lastAt`. */
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
  detail: string;
  problem: string | null;
}

export interface ActivityQuery {
  kind?: ActivityKind | undefined;
  /** Found anywhere in the words of a line; empty: every line. */
  q: string;
  /** Only lines older than this one, and not older than `fromNumber`. */
  beforeNumber: number;
  fromNumber?: number;
  /** So many of the newest are left out. */
  skip?: number;
  limit: number;
}

const columns =
  'number, at, last_at AS lastAt, count, kind, actor_type AS actorType, actor_name AS actorName, address, subject, detail, problem';

/** The words of a line, with a line break between them that no search has. */
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

const trimStep = 1000;

export class ActivityRepository {
  readonly #db: Db;
  readonly #insert: Statement<[Omit<ActivityRow, 'number'>]>;
  readonly #repeat: Statement<[{ number: number; lastAt: number; count: number }]>;
  readonly #range: Statement<[], { oldest: number; newest: number }>;
  readonly #trimKind: Statement<[{ kind: ActivityKind; most: number }]>;
  readonly #trimByAge: Statement<[number, number]>;

  constructor(db: Db) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO activity (at, last_at, count, kind, actor_type, actor_name, address, subject, detail, problem)
       VALUES (@at, @lastAt, @count, @kind, @actorType, @actorName, @address, @subject, @detail, @problem)`,
    );
    this.#repeat = db.prepare('UPDATE activity SET last_at = @lastAt, count = @count WHERE number = @number');
    // Two subqueries: only a single min or max is read off the index.
    this.#range = db.prepare(
      'SELECT (SELECT coalesce(min(number), 0) FROM activity) AS oldest, (SELECT coalesce(max(number), 0) FROM activity) AS newest',
    );
    this.#trimKind = db.prepare(
      `DELETE FROM activity WHERE kind = @kind AND number <=
         (SELECT number FROM activity WHERE kind = @kind ORDER BY number DESC LIMIT 1 OFFSET @most)`,
    );
    this.#trimByAge = db.prepare(
      'DELETE FROM activity WHERE number IN (SELECT number FROM activity ORDER BY number LIMIT ?) AND at < ?',
    );
  }

  /** @returns its number */
  add(row: Omit<ActivityRow, 'number'>): number {
    return Number(this.#insert.run(row).lastInsertRowid);
  }

  /** The same happened again. */
  repeat(row: { number: number; lastAt: number; count: number }): void {
    this.#repeat.run(row);
  }

  /**
   * Runs writes as one. The disk is not waited for: after a power cut the last lines may be missing, which is
   * better than that every download costs a sync.
   */
  batch(writes: () => void): void {
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#db.transaction(writes)();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** Newest first. */
  page({ limit, skip = 0, ...query }: ActivityQuery): ActivityRow[] {
    const { where, values } = matching(query);
    return this.#db
      .prepare<object, ActivityRow>(
        `SELECT ${columns} FROM activity WHERE ${where} ORDER BY number DESC LIMIT @limit OFFSET @skip`,
      )
      .all({ ...values, limit, skip });
  }

  /** How many lines match. */
  count(query: ActivityMatch): number {
    const { where, values } = matching(query);
    return (
      this.#db.prepare<object, { n: number }>(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(values)
        ?.n ?? 0
    );
  }

  /** The numbers of the oldest and the newest line; zeros without any. */
  range(): { oldest: number; newest: number } {
    return this.#range.get() ?? { oldest: 0, newest: 0 };
  }

  /** Removes what is older than `before`, and of each kind all but the newest `most`. */
  trim(before: number, most: number): void {
    for (const kind of activityKind.options) this.#trimKind.run({ kind, most });
    while (this.#trimByAge.run(trimStep, before).changes === trimStep);
  }
}
