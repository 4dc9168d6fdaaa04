import type { HistoryRange, UsageHistory } from '../../contract/dashboard-api/administration/monitoring.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { emptyTraffic, type Traffic, totalBytes } from '../../platform/net/transfers/traffic.ts';
import type { HistoryRepository, HistoryRow, HistorySpan } from './history-repository.ts';
import {
  dailySlots,
  dayOf,
  hourlySlots,
  hourOf,
  momentOf,
  type TimeSlots,
  tenMinuteSlots,
  weeklySlots,
} from './time-slots.ts';

export interface NodeHistoryOptions {
  repository: HistoryRepository;
  /** Traffic since the last write, counted by the listeners; written values are subtracted. */
  traffic: Traffic;
  /** Updates `traffic`. */
  count: () => void;
  /** Returns the totals of the stored content. */
  totals: () => { contents: number; contentBytes: number };
  clock: Clock;
  logger: Logger;
  /** Called after a change, once a minute at most. */
  onChange: () => void;
}

const writeEveryMs = 60_000;

const spanOf: Record<HistoryRange, HistorySpan> = { day: 'moment', week: 'hour', month: 'day', year: 'day' };

const slotsOf: Record<HistoryRange, (now: number) => TimeSlots> = {
  day: tenMinuteSlots,
  week: (now) => hourlySlots(now, 7 * 24),
  month: (now) => dailySlots(now, 30),
  year: weeklySlots,
};

/**
 * Records traffic and stored content over time, in memory and at most once a minute in the database. A span without a
 * row means that the node did not run.
 */
export class NodeHistory {
  readonly #options: NodeHistoryOptions;
  #timer: NodeJS.Timeout | undefined;
  #sampledAt: number | undefined;
  /** The values written last. */
  #written = '';

  constructor(options: NodeHistoryOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#write();
    this.#timer = setInterval(() => this.#write(), writeEveryMs).unref();
  }

  /** Writes the remaining values; later ones are lost. */
  async stop(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    await this.#write();
  }

  /** Returns the history up to now, including unwritten values. */
  read(range: HistoryRange): UsageHistory {
    const { repository, clock, traffic, count } = this.#options;
    count();
    const now = clock();
    const slots = slotsOf[range](now);
    const { starts, until } = slots;
    const rows = repository.rows(spanOf[range], starts[0] ?? now, until);
    const present: HistoryRow = { ...traffic, ...this.#stored(), at: now };
    return {
      range,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      until: toTimestamp(until),
      points: inSlots([...rows.filter(({ at }) => at <= now), present], slots).map((slotRows, index) =>
        pointOf(starts[index] ?? now, slotRows),
      ),
    };
  }

  #stored(): Pick<HistoryRow, 'contents' | 'storedBytes'> {
    const { contents, contentBytes: storedBytes } = this.#options.totals();
    return { contents, storedBytes };
  }

  async #write(): Promise<void> {
    const { repository, traffic, count, clock, logger, onChange } = this.#options;
    const now = clock();
    // The computer was asleep: the collected values belong to the time before.
    const isLate = this.#sampledAt !== undefined && now - this.#sampledAt > 2 * writeEveryMs;
    const at = isLate ? (this.#sampledAt ?? now) : now;
    this.#sampledAt = now;
    count();
    const stored = this.#stored();
    const starts = { moment: momentOf(at), hour: hourOf(at), day: dayOf(at) };
    const state = JSON.stringify([starts.moment, stored]);
    if (state === this.#written && totalBytes(traffic) === 0) return;
    const former = this.#written;
    const written = { ...traffic };
    this.#written = state;
    Object.assign(traffic, emptyTraffic());
    try {
      const writing = repository.add(starts, { ...written, ...stored });
      if (writing) await writing;
      onChange();
    } catch (error) {
      this.#written = former;
      addTraffic(traffic, written);
      logger.error({ err: error }, 'the history of traffic could not be written');
    }
  }
}

/** Adds what was counted before. */
function addTraffic(traffic: Traffic, before: Readonly<Traffic>): void {
  traffic.networkSent += before.networkSent;
  traffic.networkReceived += before.networkReceived;
  traffic.localSent += before.localSent;
  traffic.localReceived += before.localReceived;
}

/** Groups rows, oldest first, into their slots. */
function inSlots(rows: readonly HistoryRow[], { starts, until }: TimeSlots): HistoryRow[][] {
  let next = 0;
  return starts.map((_, index) => {
    const end = starts[index + 1] ?? until;
    const first = next;
    while ((rows[next]?.at ?? Number.POSITIVE_INFINITY) < end) next += 1;
    return rows.slice(first, next);
  });
}

function pointOf(at: number, rows: readonly HistoryRow[]): UsageHistory['points'][number] {
  const last = rows.at(-1);
  const sum = (of: keyof Traffic) => rows.reduce((total, row) => total + row[of], 0);
  return {
    at: toTimestamp(at),
    traffic: last
      ? {
          network_sent: sum('networkSent'),
          network_received: sum('networkReceived'),
          local_sent: sum('localSent'),
          local_received: sum('localReceived'),
        }
      : null,
    storage: last ? { contents: last.contents, bytes: last.storedBytes } : null,
  };
}
