import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/core/log/logger.ts';
import { type Lane, TransferQueue } from '../../../src/platform/net/transfers/transfer-queue.ts';

/** A task that runs until the test ends it. */
function world(options: { delay?: number | undefined } = {}) {
  const running = new Map<string, { end: (error?: Error) => void; signal: AbortSignal }>();
  const began: string[] = [];
  const failures: [string, number][] = [];
  const lanes = new Map<string, Lane['kind']>();
  const slow = new Set<string>();
  const state = { isPaused: false };
  const deliveries = new TransferQueue({
    laneOf: (id) => ({
      key: id.split('/')[0] ?? '',
      kind: lanes.get(id) ?? 'transfer',
      isSecondary: id.endsWith('/gift'),
    }),
    isSlow: (id) => slow.has(id),
    slowCheckMs: 1,
    work: (id, signal) =>
      new Promise((resolve, reject) => {
        began.push(id);
        signal.addEventListener('abort', () => {
          running.delete(id);
          reject(signal.reason);
        });
        running.set(id, {
          signal,
          end: (error) => {
            running.delete(id);
            if (error) reject(error);
            else resolve();
          },
        });
      }),
    onFailure: (id, _error, count) => {
      failures.push([id, count]);
      return options.delay;
    },
    isPaused: () => state.isPaused,
    logger: createLogger('silent'),
    onChange: () => {},
  });
  return { deliveries, running, began, failures, lanes, slow, state };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
let stop = async () => {};
afterEach(() => stop());

describe('transfers', () => {
  it('run one at a time per host, and two in all', async () => {
    const { deliveries, running, began } = world();
    stop = () => deliveries.stop();
    for (const id of ['a/1', 'a/2', 'b/1', 'c/1']) deliveries.start(id, true);
    expect(began).toEqual(['a/1', 'b/1']);
    running.get('a/1')?.end();
    await settle();
    expect(began).toEqual(['a/1', 'b/1', 'a/2']);
    running.get('b/1')?.end();
    await settle();
    expect(began).toEqual(['a/1', 'b/1', 'a/2', 'c/1']);
    expect(deliveries.stateOf('a/1')).toBeUndefined();
  });

  it('without traffic do not wait for those with traffic', () => {
    const { deliveries, began, lanes } = world();
    stop = () => deliveries.stop();
    lanes.set('a/2', 'request');
    for (const id of ['a/1', 'b/1', 'a/2']) deliveries.start(id, true);
    expect(began).toEqual(['a/1', 'b/1', 'a/2']);
  });

  it('in the background stop during a pause, but not requested ones', async () => {
    const { deliveries, running, began, state, lanes } = world();
    stop = () => deliveries.stop();
    deliveries.start('a/background', false);
    deliveries.start('b/asked', true);
    state.isPaused = true;
    deliveries.wake();
    await settle();
    expect([...running.keys()]).toEqual(['b/asked']);
    expect(deliveries.stateOf('a/background')).toBe('paused');
    lanes.set('c/back', 'request');
    deliveries.start('c/back', false);
    expect(running.has('c/back')).toBe(true);
    state.isPaused = false;
    deliveries.wake();
    expect(began).toEqual(['a/background', 'b/asked', 'c/back', 'a/background']);
  });

  it('that fail are retried, and counted until they make progress', async () => {
    const { deliveries, running, failures } = world({ delay: 0 });
    stop = () => deliveries.stop();
    deliveries.start('a/1', true);
    const fail = async () => {
      const until = performance.now() + 5000;
      while (!running.has('a/1') && performance.now() < until) await settle();
      running.get('a/1')?.end(new Error('no'));
      await settle();
    };
    await fail();
    await fail();
    deliveries.resetFailures('a/1');
    await fail();
    expect(failures).toEqual([
      ['a/1', 1],
      ['a/1', 2],
      ['a/1', 1],
    ]);
  });

  it('that failed permanently end, and run immediately when restarted', async () => {
    const { deliveries, running, began } = world({ delay: undefined });
    stop = () => deliveries.stop();
    deliveries.start('a/1', true);
    running.get('a/1')?.end(new Error('no'));
    await settle();
    expect(deliveries.stateOf('a/1')).toBeUndefined();
    deliveries.start('a/1', true);
    expect(began).toEqual(['a/1', 'a/1']);
  });

  it('that restart while running are aborted first, and never run twice at once', async () => {
    const { deliveries, running, began, failures } = world();
    stop = () => deliveries.stop();
    deliveries.start('a/1', true);
    const first = running.get('a/1');
    deliveries.start('a/1', true);
    expect(first?.signal.aborted).toBe(true);
    expect(began.length).toBe(1);
    await settle();
    expect(began.length).toBe(2);
    deliveries.cancel('a/1');
    deliveries.start('a/1', true);
    expect(began.length).toBe(2);
    await settle();
    expect(began.length).toBe(3);
    expect(failures).toEqual([]);
  });

  it('that are slow yield to others, up to eight', async () => {
    const { deliveries, running, began, slow } = world();
    stop = () => deliveries.stop();
    const ids = [...'abcdefghij'];
    for (const id of ids) deliveries.start(id, true);
    expect(began).toEqual(['a', 'b']);
    slow.add('a');
    await expect.poll(() => began).toEqual(['a', 'b', 'c']);
    for (const id of ids) slow.add(id);
    await expect.poll(() => began).toEqual(ids.slice(0, 8));
    running.get('a')?.end();
    await expect.poll(() => began).toEqual(ids.slice(0, 9));
  });

  it('of low priority do not delay others, and urgent ones do not wait', () => {
    const { deliveries, began } = world();
    stop = () => deliveries.stop();
    for (const id of ['a/gift', 'b/gift', 'c/gift', 'd/1', 'e/1', 'f/1']) deliveries.start(id, true);
    expect(began).toEqual(['a/gift', 'b/gift', 'd/1', 'e/1']);
    deliveries.start('c/gift', true, true);
    deliveries.start('f/1', true, true);
    expect(began.slice(4)).toEqual(['c/gift', 'f/1']);
  });

  it('of low priority pause for one of the same host, and resume after it', async () => {
    const { deliveries, running, began } = world();
    stop = () => deliveries.stop();
    deliveries.start('a/gift', true);
    deliveries.start('a/1', true);
    await settle();
    expect([...running.keys()]).toEqual(['a/1']);
    deliveries.start('a/2/gift', true);
    running.get('a/1')?.end();
    await settle();
    expect(began).toEqual(['a/gift', 'a/1', 'a/gift']);
  });

  it('wait when their failure cannot be recorded', async () => {
    const logged: string[] = [];
    const queue = new TransferQueue({
      logger: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
      laneOf: (host) => ({ key: host, kind: 'transfer' }),
      work: () => Promise.reject(new Error('unreachable')),
      onFailure: () => {
        throw new Error('the disk is full');
      },
      isPaused: () => false,
      onChange: () => {},
    });
    stop = () => queue.stop();
    queue.start('a', true);
    await settle();
    expect(queue.stateOf('a')).toBe('waiting');
    expect(logged).toEqual([expect.stringContaining('the disk is full')]);
  });

  it('stop on request and do not restart', async () => {
    const { deliveries, running, began } = world();
    deliveries.start('a/1', true);
    deliveries.start('a/2', true);
    await deliveries.stop();
    expect(running.size).toBe(0);
    deliveries.start('a/3', true);
    expect(began).toEqual(['a/1']);
  });
});
