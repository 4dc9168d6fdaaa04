import { describe, expect, it } from 'vitest';
import {
  earningsSummary,
  storageSummary,
  trafficSummary,
} from '../../../../renderer/features/monitoring/history-labels.ts';
import { msUntilOutdated } from '../../../../renderer/features/monitoring/history-queries.ts';
import { formatBytes } from '../../../../renderer/lib/format/format.ts';
import { amountText } from '../../../../renderer/lib/format/ton.ts';
import {
  areaPath,
  barsPath,
  dotsPath,
  gapsOf,
  gapsPath,
  linePath,
} from '../../../../renderer/ui/charts/chart-paths.ts';
import { axisOf, byteSteps, tonSteps } from '../../../../renderer/ui/charts/chart-scale.ts';
import { axisLabels, type ChartTimes, spanLabel } from '../../../../renderer/ui/charts/chart-time.ts';
import type {
  EarningsHistory,
  UsageHistory,
} from '../../../../src/contract/dashboard-api/administration/monitoring.ts';
import { plain } from '../../plain-spaces.ts';

const MB = 1000 ** 2;
const GB = 1000 ** 3;
const minute = 60_000;
const day = 24 * 60 * minute;

const byteTicks = (largest: number) => axisOf(byteSteps, largest, undefined).ticks.map(formatBytes);

describe('the axis of bytes', () => {
  it.each([
    [0, '1 kB 0 bytes'],
    [7000, '8 kB 6 kB 4 kB 2 kB 0 bytes'],
    [650 * MB, '800 MB 600 MB 400 MB 200 MB 0 bytes'],
    [900 * MB, '1 GB 500 MB 0 bytes'],
    [1.9 * GB, '2 GB 1.5 GB 1 GB 500 MB 0 bytes'],
    [90 * GB, '100 GB 50 GB 0 bytes'],
    [3000 * GB, '3 TB 2 TB 1 TB 0 bytes'],
  ])('up to %d has round amounts', (largest, ticks) => {
    expect(plain(byteTicks(largest).join(' '))).toBe(ticks);
  });

  it('holds every amount, in a few steps with different labels', () => {
    for (let largest = 1; largest < 2 ** 52; largest *= 1.037) {
      const { top, ticks } = axisOf(byteSteps, largest, undefined);
      expect(top).toBeGreaterThanOrEqual(largest);
      expect(ticks.length).toBeLessThanOrEqual(5);
      const written = ticks.map(formatBytes);
      expect(new Set(written).size).toBe(ticks.length);
      expect(written.join()).not.toMatch(/\d{4}|\d\.\d\d/);
    }
  });

  it('continues below zero in the same steps', () => {
    const axis = axisOf(byteSteps, 100 * MB, 3 * MB);
    expect(axis.ticks.map((tick) => plain(formatBytes(Math.abs(tick))))).toEqual([
      ...['100 MB', '50 MB', '0 bytes', '50 MB'],
    ]);
    expect(axis.bottom).toBe(-50 * MB);
  });
});

it.each([
  [0, '0.5 GRAM 0 GRAM'],
  [7_000_000_000, '8 GRAM 6 GRAM 4 GRAM 2 GRAM 0 GRAM'],
  [12_300_000_000, '15 GRAM 10 GRAM 5 GRAM 0 GRAM'],
  [9e18, '10,000,000,000 GRAM 5,000,000,000 GRAM 0 GRAM'],
])('the axis of %d nanograms has round amounts', (largest, ticks) => {
  const written = axisOf(tonSteps, largest, undefined).ticks.map((tick) => amountText(BigInt(tick)));
  expect(plain(written.join(' '))).toBe(ticks);
});

describe('the drawing', () => {
  const axis = { top: 100, bottom: 0, ticks: [] };
  it('has a gap while the node did not run; a single span is a dot', () => {
    const amounts = [0, 50, null, 100, null, null, 100, 0];
    expect(linePath(amounts, axis)).toBe('M0.5 100L1.5 50M6.5 0L7.5 100');
    expect(dotsPath(amounts, axis)).toBe('M3.5 0h0');
    expect(areaPath(amounts, axis).split('M')).toHaveLength(4);
    expect(gapsOf(amounts)).toEqual([
      [2, 3],
      [4, 6],
    ]);
    expect(gapsPath(amounts, axis)).toBe('M2 100H3M4 100H6');
  });

  it('has no gap before the node’s first time', () => {
    expect(gapsOf([null, null, 50, null])).toEqual([[3, 4]]);
    expect(gapsPath([null, null], axis)).toBe('');
  });

  it('shows the smallest amount, and nothing for zero', () => {
    expect(barsPath([0, null], axis, false)).toBe('');
    expect(barsPath([0.001], axis, false)).toBe('M0.12 100V99.2H0.88V100Z');
    const both = { top: 100, bottom: -100, ticks: [] };
    expect(barsPath([50], both, true)).toBe('M0.12 50V75H0.88V50Z');
  });
});

const times = (range: ChartTimes['range'], first: string, step: number, count: number): ChartTimes => {
  const start = Date.parse(first);
  const starts = Array.from({ length: count }, (_, index) => start + index * step);
  return { range, starts, until: start + count * step, timeZone: 'Asia/Kolkata' };
};

describe('time', () => {
  // In Kolkata it is 5:30 hours later.
  const hours = times('day', '2026-11-21T20:30:00.000Z', 10 * minute, 144);

  it('is formatted in the node’s time zone, not the browser’s', () => {
    // Thin spaces, which only some versions use.
    const words = (...of: Parameters<typeof spanLabel>) => spanLabel(...of).replace(/\s*–\s*/, '–');
    expect(words(hours, 0)).toBe('22 Nov, 02:00–02:10');
    const days = times('month', '2026-11-21T18:30:00.000Z', day, 3);
    expect(words(days, 0)).toBe('Sun 22 Nov');
    expect(words(days, 0, 2)).toBe('Sun 22 Nov–Tue 24 Nov');
    expect(words(times('year', '2026-11-15T18:30:00.000Z', 7 * day, 1), 0)).toBe('16–22 Nov 2026');
  });

  it('has a few round labels below', () => {
    const words = (of: ChartTimes) => axisLabels(of).map((label) => label.words);
    expect(words(hours)).toEqual(['06:00', '12:00', '18:00', '00:00']);
    expect(axisLabels(hours)[0]?.place).toBeCloseTo(24 / 144);
    expect(words(times('week', '2026-11-21T18:30:00.000Z', 60 * minute, 168))).toEqual(
      'Mon Tue Wed Thu Fri Sat'.split(' '),
    );
    expect(words(times('month', '2026-10-23T18:30:00.000Z', day, 30))).toEqual([
      '29 Oct',
      '5 Nov',
      '12 Nov',
      '19 Nov',
    ]);
    expect(words(times('year', '2025-11-23T18:30:00.000Z', 7 * day, 53))).toEqual(
      'Jan Apr Jul Oct'.split(' '),
    );
  });

  it('in a time zone unknown to the browser still has labels', () => {
    expect(spanLabel({ ...hours, timeZone: 'Mars/Olympus' }, 0)).toMatch(/2026|Nov/);
  });
});

const at = (index: number) => new Date(Date.UTC(2026, 10, 20 + index)).toISOString();
const spans = { range: 'month', time_zone: 'UTC', until: at(3) } as const;
const traffic = (sent: number, received: number) => ({
  ...{ network_sent: sent, network_received: 0 },
  ...{ local_sent: 0, local_received: received },
});

describe('text descriptions', () => {
  it('of traffic include its peak', () => {
    const history: UsageHistory = {
      ...spans,
      points: [
        { at: at(0), traffic: traffic(0, 0), storage: null },
        { at: at(1), traffic: traffic(3 * GB, 0), storage: null },
        { at: at(2), traffic: traffic(0, GB), storage: null },
      ],
    };
    expect(plain(trafficSummary(history))).toBe(
      'Sent 3 GB, received 1 GB, of this with other computers 3 GB. Busiest: Sat 21 Nov.',
    );
    const quiet = { ...history, points: history.points.slice(0, 1) };
    expect(trafficSummary(quiet)).toContain('No traffic in this period');
  });

  it.each([
    [[MB, 3 * MB], '3 MB in 2 files, 2 MB more than at the start.'],
    [[3 * MB, null, MB], '1 MB in 3 files, 2 MB less than at the start.'],
    [[null, MB], '1 MB in 2 files, unchanged since the start.'],
    [[null], 'No data for this period'],
  ])('of storage include its change: %j', (sizes, words) => {
    const points = sizes.map((bytes, index) => ({
      at: at(index),
      traffic: null,
      storage: bytes === null ? null : { contents: index + 1, bytes },
    }));
    expect(plain(storageSummary({ ...spans, points }))).toBe(words);
  });

  it('of earnings are exact to the nanogram', () => {
    const earned = (sales: string, resales: string, index: number) => ({
      ...{ at: at(index), sales, shares: '1', resales },
    });
    const earnings: EarningsHistory = {
      ...{ ...spans, until: at(2) },
      points: [earned('0', '0', 0), earned('9000000000000000001', '5', 1)],
    };
    expect(plain(earningsSummary(earnings))).toBe('Earned 9,000,000,000.000000008 GRAM. Most: Sat 21 Nov.');
  });
});

it('keeps a chart until the end of its last span, by any clock of the browser', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  expect(msUntilOutdated({ until: '2026-11-22T12:00:00Z' }, now)).toBe(120 * minute);
  expect(msUntilOutdated({ until: '2026-11-22T09:00:00Z' }, now)).toBe(minute);
});
