import { setImmediate } from 'node:timers/promises';
import type {
  ActivityEntry,
  ActivityKind,
  ActivityPage,
} from '../../contract/dashboard-api/administration/activity.ts';
import type { Message } from '../../contract/messages/message.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Activity } from '../../core/events/activity.ts';
import { readNumberCursor, writeNumberCursor } from '../../core/lists/cursors.ts';
import type { Logger } from '../../core/log/logger.ts';
import { foreignText, toMessage } from '../../core/messages/message.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { redaction } from './activity-redaction.ts';
import type { ActivityLine, ActivityQuery, ActivityRow, ActivityStore } from './activity-store.ts';
import { RecentLines } from './recent-lines.ts';

export interface ActivityLogOptions {
  store: ActivityStore;
  /** Days to keep entries; 0 keeps nothing. May change at any time. */
  keepDays: () => number;
  clock: Clock;
  logger: Logger;
  /** Called after lines were written, about once a second at most. */
  onChange?: () => void;
}

export interface ActivityPageQuery {
  kind?: ActivityKind | undefined;
  /** Search text for names, addresses, subjects, details and problem codes. */
  q: string;
  cursor?: string | undefined;
  /** Number of newest lines to leave out. */
  skip?: number;
  limit: number;
}

const writeEveryMs = 1500;
const trimEveryMs = 60_000;
const dayMs = 24 * 3600 * 1000;
/** Limit for each kind, so that endless downloads of strangers do not remove other lines. */
const maxLines = 50_000;
const longestName = 200;
/** Maximum number of new lines of a kind per minute; further ones are only counted. */
const maxNewLines = { refused: 100, others: 2000 };
const exportPage = 500;
const searchStep = 2500;

/**
 * Records the activity of this node. Lines are collected in memory and written in batches, so that requests do not
 * wait.
 */
export class ActivityLog {
  readonly #options: ActivityLogOptions;
  readonly #recent = new RecentLines<ActivityLine>(60_000);
  readonly #unwritten = new Set<ActivityLine>();
  /** Settles when the last write is done; writes run one after another. */
  #written = Promise.resolve();
  #trimmedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ActivityLogOptions) {
    this.#options = options;
    void this.#write();
  }

  /** Notes an activity without throwing or waiting. */
  note = (activity: Activity): void => {
    if (this.#options.keepDays() === 0) return;
    const now = this.#options.clock();
    const line = this.#lineFor(activity, now);
    line.count += 1;
    line.lastAt = now;
    this.#unwritten.add(line);
    this.#timer ??= setTimeout(() => void this.#write(), writeEveryMs).unref();
  };

  /**
   * Returns a page, newest first.
   * @param query `cursor` comes from the previous page
   * @throws NodeError `invalid_request` for a malformed cursor
   */
  async page({ kind, q, cursor, skip = 0, limit }: ActivityPageQuery): Promise<ActivityPage> {
    const { store } = this.#options;
    const query = { kind, q, skip, limit, beforeNumber: readNumberCursor(cursor) };
    await this.#write();
    const rows = q === '' ? await store.page(query) : await this.#search(query);
    const first = rows[0];
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      entries: rows.map(toEntry),
      next_cursor: last ? writeNumberCursor(last.number) : null,
      top_cursor: first ? writeNumberCursor(first.number + 1) : null,
      total: q === '' ? await store.count({ kind, q, beforeNumber: Number.MAX_SAFE_INTEGER }) : null,
    };
  }

  /** Returns the newest entries with these messages that concern the owner, newest first. */
  async newestForOwner(reasons: readonly string[], maxOfEach: number): Promise<ActivityEntry[]> {
    await this.#write();
    return (await this.#options.store.newestForOwner(reasons, maxOfEach)).map(toEntry);
  }

  /** Yields all entries lazily, newest first; with `redact`, names and addresses are replaced by marks. */
  async *entries(options: { redact: boolean }): AsyncGenerator<ActivityEntry> {
    await this.#write();
    const shown = options.redact ? redaction() : (entry: ActivityEntry) => entry;
    let beforeNumber = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await this.#options.store.page({ q: '', limit: exportPage, beforeNumber });
      const last = rows.at(-1);
      if (!last) return;
      for (const row of rows) yield shown(toEntry(row));
      beforeNumber = last.number;
    }
  }

  /** Writes the lines in memory. */
  close(): Promise<void> {
    return this.#write();
  }

  /** Searches in steps, because one long search would block the node. */
  async #search({ skip, ...query }: ActivityQuery & { skip: number }): Promise<ActivityRow[]> {
    const { store } = this.#options;
    const { oldest, newest } = await store.range();
    const found: ActivityRow[] = [];
    let beforeNumber = Math.min(query.beforeNumber, newest + 1);
    let left = skip;
    while (beforeNumber > oldest && found.length < query.limit) {
      const fromNumber = beforeNumber - searchStep;
      const step = { ...query, beforeNumber, fromNumber, limit: query.limit - found.length };
      const matches = left > 0 ? await store.count(step) : Number.POSITIVE_INFINITY;
      if (matches > left) found.push(...(await store.page({ ...step, skip: left })));
      left = Math.max(0, left - matches);
      beforeNumber = fromNumber;
      await setImmediate();
    }
    return found;
  }

  #lineFor(activity: Activity, now: number): ActivityLine {
    const known = this.#recent.find(activity, now);
    if (known) return known;
    const max = activity.kind === 'refused' ? maxNewLines.refused : maxNewLines.others;
    if (this.#recent.countOf(activity.kind) < max) return this.#begin(activity, now);
    const crowd = crowdOf(activity);
    return this.#recent.find(crowd, now) ?? this.#begin(crowd, now);
  }

  #begin(activity: Activity, now: number): ActivityLine {
    const { kind, actor, address = null, subject = null, problem = null } = activity;
    const detail = toMessage(activity.detail);
    const line: ActivityLine = {
      number: undefined,
      at: now,
      lastAt: now,
      count: 0,
      kind,
      actorType: actor.type,
      actorName: actor.name.slice(0, longestName),
      address,
      subject: subject?.slice(0, longestName) ?? null,
      detail: messageText(detail),
      reason: detail.reason,
      params: JSON.stringify(detail.params),
      problem,
    };
    this.#recent.add(activity, line);
    return line;
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Lines that cannot be written are dropped, so that they do not fill the memory.
    const lines = [...this.#unwritten];
    this.#unwritten.clear();
    this.#written = this.#written.then(() => this.#writeLines(lines));
    return this.#written;
  }

  async #writeLines(lines: readonly ActivityLine[]): Promise<void> {
    const { store, logger, onChange } = this.#options;
    try {
      const numbers = lines.length === 0 ? [] : await store.write(lines);
      for (const [index, line] of lines.entries()) line.number = numbers[index];
      await this.#trimNowAndThen();
    } catch (error) {
      logger.error({ err: error }, 'the activity log could not be written');
    }
    if (lines.length > 0) onChange?.();
  }

  async #trimNowAndThen(): Promise<void> {
    const { store, clock, keepDays } = this.#options;
    const now = clock();
    if (Math.abs(now - this.#trimmedAt) < trimEveryMs) return;
    this.#trimmedAt = now;
    await store.trim(now - keepDays() * dayMs, maxLines);
  }
}

/** Returns the activity that stands for all those beyond the limit. */
const crowdOf = ({ kind }: Activity): Activity => ({
  kind,
  actor: { type: 'anonymous', name: '' },
  detail: 'activity.others',
});

const toEntry = ({ reason, params, ...row }: ActivityRow): ActivityEntry => ({
  id: row.number.toString(36),
  at: toTimestamp(row.at),
  last_at: toTimestamp(row.lastAt),
  count: row.count,
  kind: row.kind,
  actor: { type: row.actorType, name: row.actorName },
  address: row.address,
  subject: row.subject,
  detail:
    reason === null || params === null
      ? foreignText(row.detail)
      : { reason, params: JSON.parse(params) as Message['params'] },
  problem: row.problem,
});
