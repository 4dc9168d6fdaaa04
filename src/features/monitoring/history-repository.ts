import type { Traffic } from '../../platform/net/transfers/traffic.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';

/** Length of a span: ten minutes, an hour, or a day of local time. */
export type HistorySpan = 'moment' | 'hour' | 'day';

/** Traffic in a span of time, and the stored content at its end. `at`: its beginning in milliseconds. */
export interface HistoryRow extends Traffic {
  at: number;
  contents: number;
  storedBytes: number;
}

const columns = `at, network_sent AS networkSent, network_received AS networkReceived, local_sent AS localSent,
  local_received AS localReceived, contents, stored_bytes AS storedBytes`;

/** Limit of spans, slightly more than charts show: two days, twenty days, and more than two years. */
const max: Readonly<Record<HistorySpan, number>> = { moment: 300, hour: 480, day: 800 };

/**
 * Stores the history of the node. Rows of each span are limited in number and not in age, because the clock may be
 * wrong.
 */
export class HistoryRepository {
  readonly #db: Db;
  readonly #commands: Commands | undefined;
  readonly #add: Statement<[HistoryRow & { span: HistorySpan }]>;
  readonly #trim: Statement<[{ span: HistorySpan; max: number }]>;
  readonly #rows: Statement<[HistorySpan, number, number], HistoryRow>;

  /** @param commands of a replica, which shares the history with others */
  constructor(db: Db, commands?: Commands) {
    this.#db = db;
    this.#commands = commands;
    this.#add = db.prepare(
      `INSERT INTO history (span, at, network_sent, network_received, local_sent, local_received, contents, stored_bytes)
       VALUES (@span, @at, @networkSent, @networkReceived, @localSent, @localReceived, @contents, @storedBytes)
       ON CONFLICT (span, at) DO UPDATE SET
         network_sent = network_sent + excluded.network_sent,
         network_received = network_received + excluded.network_received,
         local_sent = local_sent + excluded.local_sent,
         local_received = local_received + excluded.local_received,
         contents = excluded.contents, stored_bytes = excluded.stored_bytes`,
    );
    this.#trim = db.prepare(
      `DELETE FROM history WHERE span = @span AND number <=
         (SELECT number FROM history WHERE span = @span ORDER BY number DESC LIMIT 1 OFFSET @max)`,
    );
    this.#rows = db.prepare(
      `SELECT ${columns} FROM history WHERE span = ? AND at >= ? AND at < ? ORDER BY at`,
    );
  }

  /**
   * Adds traffic to the spans that begin at `starts`. A standalone node writes at once, and does not sync: a power failure
   * may lose the last values.
   */
  add(starts: Readonly<Record<HistorySpan, number>>, row: Omit<HistoryRow, 'at'>): Promise<void> | undefined {
    const write = () => {
      for (const span of ['moment', 'hour', 'day'] as const) {
        this.#add.run({ ...row, span, at: starts[span] });
        this.#trim.run({ span, max: max[span] });
      }
    };
    if (this.#commands) return this.#commands.run(write);
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#db.transaction(write)();
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
    return undefined;
  }

  /** Returns the spans that began within a period, oldest first. */
  rows(span: HistorySpan, from: number, until: number): HistoryRow[] {
    return this.#rows.all(span, from, until);
  }
}
