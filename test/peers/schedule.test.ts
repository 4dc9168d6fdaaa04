import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../src/core/log/logger.ts';
import { HandshakeRounds } from '../../src/features/peers/rounds/handshake-rounds.ts';
import type { Handshaker } from '../../src/features/peers/rounds/handshaker.ts';
import { PeerError } from '../../src/platform/net/failures/peer-error.ts';
import { startTestBook } from './support/test-book.ts';

const minute = 60_000;
const day = 86_400_000;
let own: ReturnType<typeof startTestBook>;
let rounds: HandshakeRounds;
let ending: AbortController;
let made: Promise<void>;
const start = () => {
  made = rounds.run(ending.signal);
};
/** The peers of each wake-up; those without work are empty. */
let wakeUps: string[][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  wakeUps = [];
  ending = new AbortController();
  made = Promise.resolve();
  own = startTestBook(Date.now, () => rounds.schedule());
  const handshaker: Pick<Handshaker, 'handshakeAll'> = {
    handshakeAll: async (hosts) => {
      wakeUps.push([...hosts]);
      if (hosts.includes('https://bad.example')) await fail('https://bad.example', 'not_a_node', 1);
    },
  };
  rounds = new HandshakeRounds({
    book: own.book,
    handshaker: handshaker as Handshaker,
    clock: Date.now,
    logger: createLogger('silent'),
  });
});
afterEach(async () => {
  ending.abort();
  await made;
  await own.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const fail = async (host: string, code: PeerError['code'], times: number) => {
  for (let i = 0; i < times; i++) await own.book.recordFailure(host, new PeerError(code));
};
const busy = () => wakeUps.filter((hosts) => hosts.length > 0);

describe('without due peers', () => {
  it('wakes up at most once a minute, with a round at the start, soon after and every ten minutes', async () => {
    await own.prove('https://a.example');
    start();
    await vi.advanceTimersByTimeAsync(minute);
    expect(busy()).toEqual([['https://a.example'], ['https://a.example']]);
    await vi.advanceTimersByTimeAsync(59 * minute);
    expect(wakeUps.length).toBeLessThanOrEqual(63);
    expect(busy()).toEqual(Array.from({ length: 7 }, () => ['https://a.example']));
  });

  it('is neither hurried nor delayed by a change of the book', async () => {
    await own.prove('https://a.example');
    start();
    for (let second = 0; second < 600; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      await own.prove('https://a.example');
    }
    expect(wakeUps.length).toBeLessThanOrEqual(12);
    expect(wakeUps.length).toBeGreaterThanOrEqual(9);
    expect(busy()).toHaveLength(2);
  });
});

it('retries a failing peer at the end of its pause, without much delay', async () => {
  await own.book.add('https://a.example', 'named');
  start();
  await own.book.recordFailure('https://a.example', new PeerError('timeout'));
  wakeUps.length = 0;
  await vi.advanceTimersByTimeAsync(32_999);
  expect(busy()).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(busy()).toEqual([['https://a.example']]);
});

it('groups peers that are due shortly after each other', async () => {
  start();
  for (let i = 0; i < 200; i++) {
    await own.book.add(`https://n${i}.example`, 'named');
    await own.book.recordFailure(`https://n${i}.example`, new PeerError('timeout'));
    await vi.advanceTimersByTimeAsync(100);
  }
  wakeUps.length = 0;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(wakeUps.length).toBeLessThanOrEqual(7);
});

describe('when the clock is set', () => {
  it.each([
    ['forward', day],
    ['back', -day],
  ])('%s by a day, rounds and pauses continue, each once', async (_direction, step) => {
    await own.prove('https://good.example');
    await own.book.add('https://bad.example', 'named');
    await fail('https://bad.example', 'not_a_node', 1);
    start();
    await vi.advanceTimersByTimeAsync(1000);
    wakeUps.length = 0;
    vi.setSystemTime(Date.now() + step);
    await vi.advanceTimersByTimeAsync(minute);
    expect(busy().flat().sort()).toEqual(['https://bad.example', 'https://good.example']);
    wakeUps.length = 0;
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(
      busy()
        .flat()
        .filter((host) => host.includes('good')),
    ).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(
      busy()
        .flat()
        .filter((host) => host.includes('good')),
    ).toHaveLength(1);
  });
});

describe('after sleep or a change of the network', () => {
  it('retries unreachable peers soon, once, and keeps the pause of others', async () => {
    await own.book.add('https://lost.example', 'named');
    await own.book.add('https://wrong.example', 'named');
    await own.book.learn([{ publicKey: 'x', publicHost: 'https://junk.example' }]);
    start();
    await fail('https://lost.example', 'timeout', 8);
    await fail('https://wrong.example', 'not_a_node', 8);
    await fail('https://junk.example', 'timeout', 8);
    await vi.advanceTimersByTimeAsync(minute);
    wakeUps.length = 0;
    rounds.networkChanged();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(busy().flat())).toEqual(new Set(['https://lost.example']));
    await fail('https://lost.example', 'timeout', 1);
    wakeUps.length = 0;
    for (let i = 0; i < 10; i++) rounds.networkChanged();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(busy()).toEqual([]);
  });

  it('handles another change right after one', async () => {
    await own.book.add('https://lost.example', 'named');
    start();
    await fail('https://lost.example', 'timeout', 8);
    rounds.networkChanged();
    await vi.advanceTimersByTimeAsync(10_000);
    await fail('https://lost.example', 'timeout', 1);
    rounds.networkChanged();
    wakeUps.length = 0;
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(busy().flat()).toContain('https://lost.example');
  });

  it('detects sleep without an event: the wall clock advanced while the timers slept', async () => {
    await own.book.add('https://lost.example', 'named');
    start();
    await fail('https://lost.example', 'timeout', 20);
    await vi.advanceTimersByTimeAsync(minute);
    wakeUps.length = 0;
    vi.setSystemTime(Date.now() + 5 * minute);
    await vi.advanceTimersByTimeAsync(minute + 10_000);
    expect(busy().flat()).toContain('https://lost.example');
  });

  it('hurries at most 32 peers at a time', async () => {
    start();
    for (let i = 0; i < 100; i++) {
      await own.book.add(`https://n${i}.example`, 'named');
      await fail(`https://n${i}.example`, 'timeout', 8);
    }
    await vi.advanceTimersByTimeAsync(minute);
    wakeUps.length = 0;
    rounds.networkChanged();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(busy().flat()).size).toBe(32);
  });
});

it('does not wake up after a stop', async () => {
  start();
  ending.abort();
  await made;
  wakeUps.length = 0;
  await own.book.add('https://a.example', 'named');
  rounds.networkChanged();
  await vi.advanceTimersByTimeAsync(day);
  expect(wakeUps).toEqual([]);
});
