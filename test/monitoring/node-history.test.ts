import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryRange } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { HistoryRepository } from '../../src/features/monitoring/history-repository.ts';
import { NodeHistory } from '../../src/features/monitoring/node-history.ts';
import { emptyTraffic } from '../../src/platform/net/transfers/traffic.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { longIt } from '../support/random-runs.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Wednesday, in the node's own time zone. */
const noon = new Date(2026, 6, 15, 12).getTime();

let folder: string;
let db: ReturnType<typeof openTestDatabase>;
let history: NodeHistory;
const traffic = emptyTraffic();
const totals = { contents: 0, contentBytes: 0 };
const writes = vi.fn();

/** A node on the same database that starts now. */
function startHistory(): void {
  const repository = new HistoryRepository(db);
  const add = repository.add.bind(repository);
  vi.spyOn(repository, 'add').mockImplementation((...row) => {
    writes();
    return add(...row);
  });
  history = new NodeHistory({
    ...{ repository, traffic, clock: Date.now, logger: createLogger('silent') },
    count: () => {},
    totals: () => totals,
    onChange: () => {},
  });
  history.start();
}

/** Advances the clock and the timers. */
const run = (ms: number) => vi.advanceTimersByTime(ms);
/** Advances the clock only: the computer sleeps, or a user sets it. */
const setClock = (at: number) => vi.setSystemTime(at);

const points = (range: HistoryRange) => history.read(range).points;
const sent = (range: HistoryRange) => points(range).map((point) => point.traffic?.network_sent ?? null);
const all = (range: HistoryRange) => sent(range).reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  folder = mkdtempSync(join(tmpdir(), 'alcove-history-'));
  db = openTestDatabase(join(folder, 'node.db'));
  Object.assign(traffic, emptyTraffic());
  Object.assign(totals, { contents: 0, contentBytes: 0 });
  startHistory();
  writes.mockClear();
});
afterEach(() => {
  history.stop();
  db.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

describe('traffic', () => {
  it('is kept in tens of minutes, hours, days and weeks, before and after it is written', () => {
    for (const ranges of [1, 2]) {
      traffic.networkSent += 100;
      for (const range of ['day', 'week', 'month', 'year'] as const) {
        expect(sent(range).at(-1), range).toBe(100 * ranges);
      }
      run(minute);
    }
    expect(all('day')).toBe(200);
    run(10 * minute);
    traffic.networkSent += 1;
    expect(sent('day').slice(-2)).toEqual([200, 1]);
    expect(sent('week').at(-1)).toBe(201);
  });

  it('counts directions and sides separately', () => {
    Object.assign(traffic, { networkSent: 1, networkReceived: 2, localSent: 3, localReceived: 4 });
    run(minute);
    expect(points('day').at(-1)?.traffic).toEqual({
      network_sent: 1,
      network_received: 2,
      local_sent: 3,
      local_received: 4,
    });
  });

  it('is written at most once a minute, and without changes once in ten minutes', () => {
    run(hour);
    expect(writes).toHaveBeenCalledTimes(6);
    for (let i = 0; i < 600; i++) {
      traffic.localSent += 1;
      run(1000);
    }
    expect(writes.mock.calls.length).toBeLessThanOrEqual(16);
    expect(points('day').reduce((sum, point) => sum + (point.traffic?.local_sent ?? 0), 0)).toBe(600);
  });

  longIt('stays within a limit, newest kept, with the right sums of days', () => {
    for (let i = 0; i < 6 * 24 * 21; i++) {
      traffic.networkSent += 1;
      run(10 * minute);
    }
    const rows = db.prepare('SELECT span, count(*) AS n FROM history GROUP BY span').all();
    expect(rows).toEqual([
      { span: 'day', n: 22 },
      { span: 'hour', n: 480 },
      { span: 'moment', n: 300 },
    ]);
    expect(all('month')).toBe(6 * 24 * 21);
    // The present ten minutes have just begun.
    expect(all('day')).toBe(143);
  });
});

describe('time in which the node did not run', () => {
  it('is a gap; idle time is zero', () => {
    run(30 * minute);
    history.stop();
    setClock(noon + 3 * hour);
    startHistory();
    run(20 * minute);
    const shown = sent('day').slice(-21);
    expect(shown.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(shown.slice(4, 18)).toEqual(Array(14).fill(null));
    expect(shown.slice(18)).toEqual([0, 0, 0]);
    expect(points('day').at(-10)).toMatchObject({ traffic: null, storage: null });
  });

  it('is a gap while the computer sleeps, and earlier values stay before it', () => {
    run(5 * minute);
    traffic.networkReceived += 500;
    setClock(noon + 5 * hour);
    run(minute);
    run(10 * minute);
    const received = points('day').map((point) => point.traffic?.network_received ?? null);
    expect(received.slice(-32)).toEqual([500, ...Array(29).fill(null), 0, 0]);
  });

  it('before the first start is a gap, too', () => {
    expect(sent('year').slice(0, -1)).toEqual(Array(52).fill(null));
    expect(sent('year').at(-1)).toBe(0);
  });
});

describe('a clock that is set', () => {
  it('back loses nothing and counts nothing twice', () => {
    traffic.networkSent += 10;
    run(2 * hour);
    traffic.networkSent += 20;
    run(minute);
    setClock(noon + minute);
    traffic.networkSent += 5;
    run(minute);
    expect(sent('day').at(-1)).toBe(15);
    setClock(noon + 3 * hour);
    run(minute);
    expect(all('day')).toBe(35);
    expect(all('month')).toBe(35);
  });

  it('far ahead and right again neither drops earlier values nor hides later ones', () => {
    traffic.networkSent += 10;
    run(minute);
    setClock(noon + 2000 * day);
    run(4 * day);
    setClock(noon + hour);
    run(minute);
    traffic.networkSent += 7;
    for (let i = 0; i < 20; i++) run(10 * minute);
    expect(all('month')).toBe(17);
    expect(all('year')).toBe(17);
    expect(sent('day').slice(-22)).toContain(7);
  });
});

it('shows the storage at the end of each span', () => {
  Object.assign(totals, { contents: 1, contentBytes: 1000 });
  run(10 * minute);
  Object.assign(totals, { contents: 3, contentBytes: 3000 });
  run(minute);
  Object.assign(totals, { contents: 2, contentBytes: 2000 });
  expect(
    points('day')
      .slice(-2)
      .map(({ storage }) => storage),
  ).toEqual([
    { contents: 1, bytes: 1000 },
    { contents: 2, bytes: 2000 },
  ]);
});

it('loses nothing later when the database cannot be written', () => {
  db.pragma('query_only = 1');
  traffic.networkSent += 10;
  run(5 * minute);
  db.pragma('query_only = 0');
  run(minute);
  history.stop();
  Object.assign(traffic, emptyTraffic());
  startHistory();
  expect(all('day')).toBe(10);
});

it('aligns spans to hours and days of the node’s time zone, without gaps', () => {
  for (const range of ['day', 'week', 'month', 'year'] as const) {
    const { points: spans, until, time_zone } = history.read(range);
    const starts = [...spans.map(({ at }) => Date.parse(at)), Date.parse(until)];
    expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0))).toBe(true);
    expect(starts.at(-2)).toBeLessThanOrEqual(noon);
    expect(starts.at(-1)).toBeGreaterThan(noon);
    expect(time_zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const first = new Date(starts[0] ?? 0);
    if (range === 'month') expect([first.getHours(), first.getMinutes()]).toEqual([0, 0]);
    if (range === 'year') expect(first.getDay()).toBe(1);
  }
});
