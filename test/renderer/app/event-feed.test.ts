import { describe, expect, it } from 'vitest';
import { type FeedState, followEvents, reconnectDelay } from '../../../renderer/app/connection/event-feed.ts';
import type { DashboardTopic } from '../../../src/contract/dashboard-api/events.ts';

interface Attempt {
  accept(): StreamControl;
  refuse(): void;
}

interface StreamControl {
  send(text: string): void;
  end(): void;
  breakOff(): void;
}

/** Events that happen one after the other, to be awaited in that order. */
function sequence<T>() {
  const ready: T[] = [];
  const waiting: ((value: T) => void)[] = [];
  return {
    push(value: T) {
      const next = waiting.shift();
      if (next) next(value);
      else ready.push(value);
    },
    next(): Promise<T> {
      const value = ready.shift();
      return value === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(value);
    },
  };
}

/** A feed whose connections and pauses are controlled by the test. */
function feed() {
  const attempts = sequence<Attempt>();
  const pauses = sequence<{ ms: number; end: () => void; signal: AbortSignal }>();
  const topics = sequence<DashboardTopic>();
  const states = sequence<FeedState>();
  const followed = followEvents({
    open: () =>
      new Promise((resolve, reject) => {
        attempts.push({
          refuse: () => reject(new Error('refused')),
          accept: () => {
            let control: ReadableStreamDefaultController<Uint8Array> | undefined;
            resolve(new ReadableStream({ start: (given) => void (control = given) }));
            return {
              send: (text) => control?.enqueue(new TextEncoder().encode(text)),
              end: () => control?.close(),
              breakOff: () => control?.error(new Error('reset')),
            };
          },
        });
      }),
    onTopic: topics.push,
    onState: states.push,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        pauses.push({ ms, end: resolve, signal });
      }),
  });
  return { followed, attempts, pauses, topics, states };
}

const event = (topic: string) => `data: ${JSON.stringify({ topic })}\n\n`;

describe('the event stream', () => {
  it('is live from the first event and passes topics on, for any chunking', async () => {
    const { followed, attempts, topics, states } = feed();
    expect(await states.next()).toBe('connecting');
    const stream = (await attempts.next()).accept();
    const text = `:\n\n${event('ready')}${event('unknown-to-this-version')}data: not json\n\n${event('peers')}`;
    for (const letter of text) stream.send(letter);
    expect(await states.next()).toBe('live');
    expect(await topics.next()).toBe('ready');
    expect(await topics.next()).toBe('peers');
    followed.stop();
  });

  it('reconnects after the stream ended, and reports a loss only when that fails', async () => {
    const { followed, attempts, pauses, states } = feed();
    expect(await states.next()).toBe('connecting');
    const first = (await attempts.next()).accept();
    first.send(event('ready'));
    expect(await states.next()).toBe('live');
    first.end();
    expect(await states.next()).toBe('connecting');
    (await pauses.next()).end();
    (await attempts.next()).refuse();
    expect(await states.next()).toBe('lost');
    (await pauses.next()).end();
    (await attempts.next()).accept().send(event('ready'));
    expect(await states.next()).toBe('live');
    followed.stop();
  });

  it('reconnects after a stream broke in the middle', async () => {
    const { followed, attempts, pauses, topics } = feed();
    const first = (await attempts.next()).accept();
    first.send(`${event('ready')}data: {"top`);
    expect(await topics.next()).toBe('ready');
    first.breakOff();
    (await pauses.next()).end();
    (await attempts.next()).accept().send(event('content'));
    expect(await topics.next()).toBe('content');
    followed.stop();
  });

  it('waits longer after each failure, and starts over after a success', async () => {
    const { followed, attempts, pauses } = feed();
    const waited: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      (await attempts.next()).refuse();
      const pause = await pauses.next();
      waited.push(pause.ms);
      pause.end();
    }
    const stream = (await attempts.next()).accept();
    stream.send(event('ready'));
    stream.end();
    const afterSuccess = (await pauses.next()).ms;
    // Each full delay doubles and at most half of it is random, so the next is never shorter.
    expect(waited).toEqual([...waited].sort((a, b) => a - b));
    expect(afterSuccess).toBeLessThanOrEqual(500);
    expect(waited[3]).toBeGreaterThanOrEqual(4000);
    followed.stop();
  });

  it('stops after many failures, until a request', async () => {
    const { followed, attempts, pauses, states } = feed();
    const seen: FeedState[] = [];
    for (let state = await states.next(); state !== 'stopped'; state = await states.next()) {
      seen.push(state);
      if (state === 'lost') (await pauses.next()).end();
      (await attempts.next()).refuse();
    }
    expect(seen).toHaveLength(40);
    followed.retryNow();
    (await attempts.next()).accept().send(event('ready'));
    expect(await states.next()).toBe('live');
    followed.stop();
  });

  it('reconnects at once on request', async () => {
    const { followed, attempts, pauses } = feed();
    (await attempts.next()).refuse();
    await pauses.next();
    followed.retryNow();
    await attempts.next();
    followed.stop();
  });

  it('ends permanently when stopped during a pause', async () => {
    const { followed, attempts, pauses, states } = feed();
    (await attempts.next()).refuse();
    const { signal } = await pauses.next();
    followed.stop();
    expect(signal.aborted).toBe(true);
    expect(await states.next()).toBe('connecting');
    expect(await states.next()).toBe('lost');
    let more = false;
    void attempts.next().then(() => {
      more = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(more).toBe(false);
  });
});

describe('the pause between attempts', () => {
  it('doubles up to ten seconds, half of it random', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((n) => reconnectDelay(n, 0))).toEqual([
      250, 500, 1000, 2000, 4000, 5000, 5000,
    ]);
    expect(reconnectDelay(20, 0.5)).toBe(7500);
  });
});
