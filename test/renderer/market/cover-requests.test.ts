import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestRepeatedly } from '../../../renderer/features/market/tiles/cover-requests.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;

it('requests a missing cover after growing pauses, and then no more', () => {
  const start = Date.now();
  const times: number[] = [];
  requestRepeatedly(() => times.push(Date.now() - start));
  vi.advanceTimersByTime(hour);
  expect(times).toEqual([0, 10_000, 30_000, 70_000, 150_000]);
});

it('requests nothing more once the cover is there or its tile is gone', () => {
  const request = vi.fn();
  const stop = requestRepeatedly(request);
  vi.advanceTimersByTime(15_000);
  stop();
  vi.advanceTimersByTime(hour);
  expect(request).toHaveBeenCalledTimes(2);
});
