import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatDuration,
  formatLatency,
  formatLocalDay,
  formatPercent,
  formatRate,
  formatRelative,
  percentOf,
  shorten,
} from '../../../../renderer/lib/format/format.ts';
import { plain } from '../../plain-spaces.ts';

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1536, '1.53 kB'],
    [50_000_000, '50 MB'],
    // Rounded down: a limit of 5 GiB is not 5.37 GB.
    [999_999, '999 kB'],
    [8_290_000, '8.29 MB'],
    [5 * 1024 ** 3, '5.36 GB'],
    [3_250_000_000_000, '3.25 TB'],
  ])('formats %d bytes as %s', (bytes, words) => {
    expect(plain(formatBytes(bytes))).toBe(words);
  });

  it('formats speeds per second', () => {
    expect(plain(formatRate(20_500_000))).toBe('20.5 MB/s');
  });
});

describe('percentages', () => {
  it.each([
    [0, '0%'],
    [0.451, '45%'],
    [0.999, '99%'],
    [1, '100%'],
    [1.2, '100%'],
  ])('formats %d as %s', (share, words) => {
    expect(formatPercent(share)).toBe(words);
  });

  it.each([
    [0, 10, 0],
    [1, 1_000_000_000, 0],
    [1, 3, 33],
    [999, 1000, 99],
    [10, 10, 100],
    [12, 10, 100],
    [5, 0, 0],
    [5, null, 0],
  ])('formats %s of %s as %s whole percent', (part, whole, percents) => {
    expect(percentOf(part, whole)).toBe(percents);
  });
});

describe('durations', () => {
  it.each([
    [-3, '0 seconds'],
    [0.4, '0 seconds'],
    [1, '1 second'],
    [59.9, '59 seconds'],
    [60, '1 minute 0 seconds'],
    [725, '12 minutes 5 seconds'],
    [3600, '1 hour'],
    [93_784, '1 day 2 hours'],
  ])('formats %d seconds as %s', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });
});

describe('relative times', () => {
  const now = Date.parse('2026-01-31T12:00:00.000Z');
  it.each([
    [-400, 'just now'],
    [-12_000, '12 seconds ago'],
    [-119_000, '1 minute ago'],
    [-2 * 86_400_000, '2 days ago'],
    [25_000, 'in 25 seconds'],
    [588_000, 'in 9 minutes'],
  ])('formats %d ms from now as %s', (offset, words) => {
    expect(formatRelative(now + offset, now)).toBe(words);
  });
});

describe('ages', () => {
  const now = Date.parse('2026-01-31T12:00:00.000Z');
  it.each([
    ['2026-01-31T12:00:20.000Z', 'just now'],
    ['2026-01-31T11:59:10.000Z', 'just now'],
    ['2026-01-31T10:00:00.000Z', '2 hours ago'],
    ['2026-01-24T13:00:00.000Z', '6 days ago'],
    ['2026-01-24T12:00:00.000Z', '24 Jan 2026'],
    ['2025-11-21T12:00:00.000Z', '21 Nov 2025'],
  ])('formats %s as %s', (at, words) => {
    expect(formatAge(at, now)).toBe(words);
  });

  it('of pictures are days on the clock of their camera', () => {
    expect(formatLocalDay('2026-05-03T23:59:10')).toBe('3 May 2026');
  });
});

describe('short texts', () => {
  it('formats very short latencies', () => {
    expect(plain(formatLatency(0.4))).toBe('< 1 ms');
    expect(plain(formatLatency(34.2))).toBe('34 ms');
  });

  it('shortens only long texts', () => {
    expect(shorten('8Hq2vWzJkkkkkkkkkkkkkkP3xQax')).toBe('8Hq2vWzJ…P3xQax');
    expect(shorten('127.0.0.1')).toBe('127.0.0.1');
  });
});
