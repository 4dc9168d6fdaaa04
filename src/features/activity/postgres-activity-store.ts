import { randomUUID } from 'node:crypto';
import { activityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { PostgresDatabase, Query } from '../../platform/postgres/postgres-database.ts';
import type {
  ActivityLine,
  ActivityMatch,
  ActivityQuery,
  ActivityRow,
  ActivityStore,
} from './activity-store.ts';

/** Columns of an entry, by the names of its members. */
const columns = {
  number: 'number',
  at: 'at',
  lastAt: 'last_at',
  count: 'count',
  kind: 'kind',
  actorType: 'actor_type',
  actorName: 'actor_name',
  address: 'address',
  subject: 'subject',
  detail: 'detail',
  reason: 'reason',
  params: 'params',
  problem: 'problem',
} as const satisfies Record<keyof ActivityRow, string>;

const members = Object.keys(columns) as (keyof ActivityRow)[];
const selected = Object.entries(columns)
  .map(([member, column]) => `${column} AS "${member}"`)
  .join(', ');

const insertSql = `INSERT INTO activity (${Object.values(columns).join(', ')})
  VALUES (${members.map((_, index) => `$${index + 1}`).join(', ')})`;

/** With this collation, the case of ASCII letters alone is ignored, as SQLite does. */
const words = `concat_ws(chr(10), actor_name, address, subject, detail, problem) COLLATE "C"`;

/** Entries of the owner and of the node; the index `activity_for_owner` has the same condition. */
const forOwner =
  "(actor_type IN ('dashboard', 'command', 'api_token', 'node') OR actor_type = 'user' AND actor_name = 'owner')";

const trimStep = 1000;
const channel = 'alcove_activity';

/** Stores the activity log of several replicas. */
export class PostgresActivityStore implements ActivityStore {
  readonly #database: PostgresDatabase;
  /** Tells the notifications of this replica from those of others. */
  readonly #id = randomUUID();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async write(lines: readonly ActivityLine[]): Promise<number[]> {
    return await this.#database.transaction(async (query) => {
      const added = lines.filter(({ number }) => number === undefined).length;
      let last = added > 0 ? (await lastNumber(query, added)) - added : 0;
      const numbers: number[] = [];
      for (const line of lines) {
        const number = line.number ?? (last += 1);
        numbers.push(number);
        if (line.number === undefined) await query(insertSql, valuesOf({ ...line, number }));
        else await repeat(query, { ...line, number });
      }
      await query('SELECT pg_notify($1, $2)', [channel, this.#id]);
      return numbers;
    });
  }

  async newestForOwner(reasons: readonly string[], maxOfEach: number): Promise<ActivityRow[]> {
    return await this.#database.query<ActivityRow>(
      `SELECT entry.* FROM unnest($1::text[]) AS wanted,
         LATERAL (SELECT ${selected} FROM activity WHERE reason = wanted AND ${forOwner}
           ORDER BY number DESC LIMIT $2) AS entry
       ORDER BY entry.number DESC`,
      [reasons, maxOfEach],
    );
  }

  async page({ limit, skip = 0, ...query }: ActivityQuery): Promise<ActivityRow[]> {
    const { where, values } = matching(query);
    return await this.#database.query<ActivityRow>(
      `SELECT ${selected} FROM activity WHERE ${where} ORDER BY number DESC
       LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, skip],
    );
  }

  async count(query: ActivityMatch): Promise<number> {
    const { where, values } = matching(query);
    const [row] = await this.#database.query<{ n: number }>(
      `SELECT count(*) AS n FROM activity WHERE ${where}`,
      values,
    );
    return row?.n ?? 0;
  }

  async range(): Promise<{ oldest: number; newest: number }> {
    const [row] = await this.#database.query<{ oldest: number; newest: number }>(
      'SELECT coalesce(min(number), 0) AS oldest, coalesce(max(number), 0) AS newest FROM activity',
    );
    return row ?? { oldest: 0, newest: 0 };
  }

  follow(onChange: () => void): () => Promise<void> {
    return this.#database.follow(channel, {
      notified: async (writers) => {
        if (writers.some((writer) => writer !== this.#id)) onChange();
      },
      missed: async () => onChange(),
    });
  }

  async trim(before: number, max: number): Promise<void> {
    for (const kind of activityKind.options) {
      await this.#database.query(
        `DELETE FROM activity WHERE kind = $1 AND number <=
           (SELECT number FROM activity WHERE kind = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)`,
        [kind, max],
      );
    }
    const trimByAge = () =>
      this.#database.query(
        `DELETE FROM activity WHERE number IN (SELECT number FROM activity ORDER BY number LIMIT $1) AND at < $2
         RETURNING number`,
        [trimStep, before],
      );
    while ((await trimByAge()).length === trimStep);
  }
}

/** Takes this many numbers and returns the last of them. Later writers wait until this transaction ends. */
async function lastNumber(query: Query, added: number): Promise<number> {
  const [row] = await query<{ last: number }>('UPDATE activity_number SET last = last + $1 RETURNING last', [
    added,
  ]);
  if (row === undefined) throw new Error('The table of the last number of the activity log is empty');
  return row.last;
}

async function repeat(query: Query, { number, lastAt, count }: ActivityRow): Promise<void> {
  await query('UPDATE activity SET last_at = $2, count = $3 WHERE number = $1', [number, lastAt, count]);
}

function matching({ kind, q, beforeNumber, fromNumber = 0 }: ActivityMatch): {
  where: string;
  values: unknown[];
} {
  const values: unknown[] = [beforeNumber, fromNumber];
  const conditions = ['number < $1', 'number >= $2'];
  if (kind !== undefined) conditions.push(`kind = $${values.push(kind)}`);
  if (q !== '') {
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(`${words} ILIKE $${values.push(pattern)}`);
  }
  return { where: conditions.join(' AND '), values };
}

const valuesOf = (row: ActivityRow): unknown[] => members.map((member) => row[member]);
