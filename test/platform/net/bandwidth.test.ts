import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bandwidth, BandwidthLimit } from '../../../src/platform/net/transfers/bandwidth.ts';

const KiB = 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/**
 * Takes pieces one after the other.
 * @returns the number of bytes so far
 */
function taker(limit: BandwidthLimit, piece: number): { passed: number } {
  const taken = { passed: 0 };
  const run = async () => {
    for (;;) {
      await limit.pace(piece);
      taken.passed += piece;
    }
  };
  run();
  return taken;
}

describe('a rate limit', () => {
  it('does not delay without a value', () => {
    expect(new BandwidthLimit().pace(1_000_000_000)).toBeUndefined();
    expect(new Bandwidth({ down: undefined, up: 1 }).down(1_000_000_000)).toBeUndefined();
  });

  it('passes a burst immediately and delays the rest', async () => {
    const limit = new BandwidthLimit(400 * KiB);
    expect(limit.pace(100 * KiB)).toBeUndefined();
    let gone = false;
    limit.pace(80 * KiB)?.then(() => {
      gone = true;
    });
    await pass(190);
    expect(gone).toBe(false);
    await pass(20);
    expect(gone).toBe(true);
  });

  it.each([1, 3, 50])('is shared by %i transfers', async (count) => {
    const limit = new BandwidthLimit(1000 * KiB);
    const takers = Array.from({ length: count }, () => taker(limit, 16 * KiB));
    await pass(10_000);
    const passed = takers.reduce((sum, one) => sum + one.passed, 0) / KiB;
    expect(passed).toBeGreaterThan(10_000 - count * 16);
    expect(passed).toBeLessThanOrEqual(10_250);
  });

  it('is shared evenly between large and small pieces', async () => {
    const limit = new BandwidthLimit(1000 * KiB);
    const [small, large] = [taker(limit, 16 * KiB), taker(limit, 512 * KiB)];
    await pass(60_000);
    expect(small.passed / large.passed).toBeGreaterThan(0.9);
    expect(small.passed / large.passed).toBeLessThan(1.1);
  });

  it('saves up at most a moment of unused rate', async () => {
    const limit = new BandwidthLimit(1000 * KiB);
    await pass(60_000);
    expect(limit.pace(250 * KiB)).toBeUndefined();
    expect(limit.pace(1)).toBeInstanceOf(Promise);
  });

  it('can be so low that a piece takes many turns', async () => {
    const one = taker(new BandwidthLimit(KiB), 64 * KiB);
    await pass(130_000);
    expect(one.passed).toBe(128 * KiB);
  });

  it('releases all waiting transfers when it is removed', async () => {
    const limit = new BandwidthLimit(1);
    const waiting = [limit.pace(KiB * KiB), limit.pace(KiB * KiB)];
    limit.set(undefined);
    await Promise.all(waiting);
    expect(limit.pace(KiB * KiB)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('applies as soon as it is set', () => {
    const limit = new BandwidthLimit();
    limit.pace(KiB * KiB * KiB);
    limit.set(KiB);
    expect(limit.pace(17 * KiB)).toBeInstanceOf(Promise);
  });

  it('applies a new value to waiting transfers', async () => {
    const limit = new BandwidthLimit(1);
    const waiting = limit.pace(1016 * KiB);
    limit.set(1000 * KiB);
    await pass(1010);
    await waiting;
  });

  it('leaves no timer without waiting transfers', async () => {
    const limit = new BandwidthLimit(1000 * KiB);
    limit.pace(250 * KiB);
    const waiting = limit.pace(KiB);
    expect(vi.getTimerCount()).toBe(1);
    await pass(10);
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an aborted transfer', () => {
  it('rejects with the reason and does not delay the others', async () => {
    const limit = new BandwidthLimit(100 * KiB);
    const leaving = new AbortController();
    const left = limit.pace(KiB * KiB * KiB, leaving.signal);
    const stays = limit.pace(KiB);
    leaving.abort(new Error('has left'));
    await expect(left).rejects.toThrow('has left');
    await pass(1000);
    await stays;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind', async () => {
    const limit = new BandwidthLimit(1);
    const leaving = new AbortController();
    const left = limit.pace(KiB * KiB, leaving.signal);
    leaving.abort(new Error('has left'));
    await expect(left).rejects.toThrow('has left');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not start to wait', async () => {
    const limit = new BandwidthLimit(1);
    await expect(limit.pace(KiB * KiB, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});

it('limits received and sent bytes separately, and applies new limits immediately', async () => {
  const bandwidth = new Bandwidth({ down: 1, up: 1 });
  const { down, up } = bandwidth;
  const [receiving, sending] = [down(KiB * KiB), up(KiB * KiB)];
  bandwidth.set({ down: undefined, up: 1 });
  await receiving;
  bandwidth.set({ down: 1, up: undefined });
  await sending;
});
