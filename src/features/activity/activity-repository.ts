import { type ActivityKind, activityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';
import type {
  ActivityLine,
  ActivityMatch,
  ActivityQuery,
  ActivityRow,
  ActivityStore,
} from './activity-store.ts';

const columns =
  'number, at, last_at AS lastAt, count, kind, actor_type AS actorType, actor_name AS actorName, address, subject, detail, reason, params, problem';

/** SQL of the searchable text of a line, joined by line breaks, which no search contains. */
const words = 'concat_ws(char(10), actor_name, address, subject, detail, problem)';

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

/** Stores the activity log in the database of one node. */
export class ActivityRepository implements ActivityStore {
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

  /** Writes without syncing. A power failure may lose the last lines, which is better than a sync for every download. */
  async write(lines: readonly ActivityLine[]): Promise<number[]> {
    this.#db.pragma('synchronous = NORMAL');
    try {
      return this.#db.transaction(() => lines.map((line) => this.#put(line)))();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  async newestForOwner(reasons: readonly string[], maxOfEach: number): Promise<ActivityRow[]> {
    return reasons
      .flatMap((reason) => this.#newestForOwner.all(reason, maxOfEach))
      .sort((one, other) => other.number - one.number);
  }

  async page({ limit, skip = 0, ...query }: ActivityQuery): Promise<ActivityRow[]> {
    const { where, values } = matching(query);
    return this.#db
      .prepare<object, ActivityRow>(
        `SELECT ${columns} FROM activity WHERE ${where} ORDER BY number DESC LIMIT @limit OFFSET @skip`,
      )
      .all({ ...values, limit, skip });
  }

  async count(query: ActivityMatch): Promise<number> {
    const { where, values } = matching(query);
    return (
      this.#db.prepare<object, { n: number }>(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(values)
        ?.n ?? 0
    );
  }

  async range(): Promise<{ oldest: number; newest: number }> {
    return this.#range.get() ?? { oldest: 0, newest: 0 };
  }

  async trim(before: number, max: number): Promise<void> {
    for (const kind of activityKind.options) this.#trimKind.run({ kind, max });
    while (this.#trimByAge.run(trimStep, before).changes === trimStep);
  }

  #put({ number, ...row }: ActivityLine): number {
    if (number === undefined) return Number(this.#insert.run(row).lastInsertRowid);
    this.#repeat.run({ number, lastAt: row.lastAt, count: row.count });
    return number;
  }
}
