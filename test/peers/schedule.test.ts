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
/** The peers of each wake-up; those without work are empty. */
let wakeUps: string[][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  wakeUps = [];
  own = startTestBook(Date.now, () => rounds.schedule());
  const handshaker: Pick<Handshaker, 'handshakeAll'> = {
    handshakeAll: async (hosts) => {
      wakeUps.push([...hosts]);
      if (hosts.includes('https://bad.example')) fail('https://bad.example', 'not_a_node', 1);
    },
  };
  rounds = new HandshakeRounds({
    book: own.book,
    handshaker: handshaker as Handshaker,
    clock: Date.now,
    logger: createLogger('silent'),
  });
});
afterEach(() => {
  rounds.stop();
  own.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const fail = (host: string, code: PeerError['code'], times: number) => {
  for (let i = 0; i < times; i++) own.book.recordFailure(host, new PeerError(code));
};
const busy = () => wakeUps.filter((hosts) => hosts.length > 0);

describe('without due peers', () => {
  it('wakes up at most once a minute, with a round at the start, soon after and every ten minutes', () => {
    own.prove('https://a.example');
    rounds.start();
    vi.advanceTimersByTime(minute);
    expect(busy()).toEqual([['https://a.example'], ['https://a.example']]);
    vi.advanceTimersByTime(59 * minute);
    expect(wakeUps.length).toBeLessThanOrEqual(63);
    expect(busy()).toEqual(Array.from({ length: 7 }, () => ['https://a.example']));
  });

  it('is neither hurried nor delayed by a change of the book', () => {
    own.prove('https://a.example');
    rounds.start();
    for (let second = 0; second < 600; second++) {
      vi.advanceTimersByTime(1000);
      own.prove('https://a.example');
    }
    expect(wakeUps.length).toBeLessThanOrEqual(12);
    expect(wakeUps.length).toBeGreaterThanOrEqual(9);
    expect(busy()).toHaveLength(2);
  });
});

it('retries a failing peer at the end of its pause, without much delay', () => {
  own.book.add('https://a.example', 'named');
  rounds.start();
  own.book.recordFailure('https://a.example', new PeerError('timeout'));
  wakeUps.length = 0;
  vi.advanceTimersByTime(32_999);
  expect(busy()).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(busy()).toEqual([['https://a.example']]);
});

it('groups peers that are due shortly after each other', () => {
  rounds.start();
  for (let i = 0; i < 200; i++) {
    own.book.add(`https://n${i}.example`, 'named');
    own.book.recordFailure(`https://n${i}.example`, new PeerError('timeout'));
    vi.advanceTimersByTime(100);
  }
  wakeUps.length = 0;
  vi.advanceTimersByTime(30_000);
  expect(wakeUps.length).toBeLessThanOrEqual(7);
});

describe('when the clock is set', () => {
  it.each([
    ['forward', day],
    ['back', -day],
  ])('%s by a day, rounds and pauses continue, each once', (_direction, step) => {
    own.prove('https://good.example');
    own.book.add('https://bad.example', 'named');
    fail('https://bad.example', 'not_a_node', 1);
    rounds.start();
    vi.advanceTimersByTime(1000);
    wakeUps.length = 0;
    vi.setSystemTime(Date.now() + step);
    vi.advanceTimersByTime(minute);
    expect(busy().flat().sort()).toEqual(['https://bad.example', 'https://good.example']);
    wakeUps.length = 0;
    vi.advanceTimersByTime(9 * minute);
    expect(
      busy()
        .flat()
        .filter((host) => host.includes('good')),
    ).toHaveLength(0);
    vi.advanceTimersByTime(2 * minute);
    expect(
      busy()
        .flat()
        .filter((host) => host.includes('good')),
    ).toHaveLength(1);
  });
});

describe('after sleep or a change of the network', () => {
  it('retries unreachable peers soon, once, and keeps the pause of others', () => {
    own.book.add('https://lost.example', 'named');
    own.book.add('https://wrong.example', 'named');
    own.book.learn([{ publicKey: 'x', publicHost: 'https://junk.example' }]);
    rounds.start();
    fail('https://lost.example', 'timeout', 8);
    fail('https://wrong.example', 'not_a_node', 8);
    fail('https://junk.example', 'timeout', 8);
    vi.advanceTimersByTime(minute);
    wakeUps.length = 0;
    rounds.networkChanged();
    vi.advanceTimersByTime(10_000);
    expect(new Set(busy().flat())).toEqual(new Set(['https://lost.example']));
    fail('https://lost.example', 'timeout', 1);
    wakeUps.length = 0;
    for (let i = 0; i < 10; i++) rounds.networkChanged();
    vi.advanceTimersByTime(10_000);
    expect(busy()).toEqual([]);
  });

  it('handles another change right after one', () => {
    own.book.add('https://lost.example', 'named');
    rounds.start();
    fail('https://lost.example', 'timeout', 8);
    rounds.networkChanged();
    vi.advanceTimersByTime(10_000);
    fail('https://lost.example', 'timeout', 1);
    rounds.networkChanged();
    wakeUps.length = 0;
    vi.advanceTimersByTime(2 * minute);
    expect(busy().flat()).toContain('https://lost.example');
  });

  it('detects sleep without an event: the wall clock advanced while the timers slept', () => {
    own.book.add('https://lost.example', 'named');
    rounds.start();
    fail('https://lost.example', 'timeout', 20);
    vi.advanceTimersByTime(minute);
    wakeUps.length = 0;
    vi.setSystemTime(Date.now() + 5 * minute);
    vi.advanceTimersByTime(minute + 10_000);
    expect(busy().flat()).toContain('https://lost.example');
  });

  it('hurries at most 32 peers at a time', () => {
    rounds.start();
    for (let i = 0; i < 100; i++) {
      own.book.add(`https://n${i}.example`, 'named');
      fail(`https://n${i}.example`, 'timeout', 8);
    }
    vi.advanceTimersByTime(minute);
    wakeUps.length = 0;
    rounds.networkChanged();
    vi.advanceTimersByTime(10_000);
    expect(new Set(busy().flat()).size).toBe(32);
  });
});

it('does not wake up after a stop', () => {
  rounds.start();
  rounds.stop();
  wakeUps.length = 0;
  own.book.add('https://a.example', 'named');
  rounds.networkChanged();
  vi.advanceTimersByTime(day);
  expect(wakeUps).toEqual([]);
});
