import { createParser } from 'eventsource-parser';
import { type DashboardTopic, dashboardEvent } from '../../../src/contract/dashboard-api/events.ts';
import { parseJson } from '../../lib/api/call-error.ts';

/**
 * `connecting`: an attempt is running; `lost`: an attempt failed and more will follow; `stopped`: many attempts failed
 * and no more follow automatically.
 */
export type FeedState = 'connecting' | 'live' | 'lost' | 'stopped';

interface FeedOptions {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onTopic(topic: DashboardTopic): void;
  onState(state: FeedState): void;
  /** Called when an open stream has ended. */
  onEnd?(): void;
  /** Waits this many milliseconds or until the signal fires; never rejects. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface EventFeed {
  /** Ends the current pause between two attempts. */
  retryNow(): void;
  stop(): void;
}

const firstDelayMs = 500;
const longestDelayMs = 10_000;
/** Failed attempts before the feed stops, about five minutes. */
const maxFailures = 40;

/** Returns the delay before attempt `n` (from 0), in milliseconds; `random` in [0, 1) spreads the attempts. */
export function reconnectDelay(n: number, random: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** n);
  return full / 2 + (full / 2) * random;
}

/** Reads the node's events and reconnects with growing delays and a limit of attempts when the stream ends. */
export function followEvents({ open, onTopic, onState, onEnd, wait = pause }: FeedOptions): EventFeed {
  const stopped = new AbortController();
  let nap = new AbortController();

  async function readOnce(onReady: () => void): Promise<void> {
    const parser = createParser({
      onEvent({ data }) {
        const event = dashboardEvent.safeParse(parseJson(data));
        if (!event.success) return;
        if (event.data.topic === 'ready') onReady();
        onTopic(event.data.topic);
      },
    });
    const decoder = new TextDecoder();
    const reader = (await open(stopped.signal)).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    onState('connecting');
    while (!stopped.signal.aborted) {
      let wasLive = false;
      await readOnce(() => {
        wasLive = true;
        onState('live');
      }).catch(() => {});
      if (stopped.signal.aborted) return;
      if (wasLive) onEnd?.();
      failures = wasLive ? 0 : failures + 1;
      const hasStopped = failures === maxFailures;
      if (hasStopped) failures = 0;
      // A first failure may only be a restart of the node, so the state becomes `lost` only after a failed attempt.
      onState(wasLive ? 'connecting' : hasStopped ? 'stopped' : 'lost');
      nap = new AbortController();
      const signal = AbortSignal.any([nap.signal, stopped.signal]);
      await (hasStopped ? aborted(signal) : wait(reconnectDelay(failures, Math.random()), signal));
    }
  }

  void run();
  return { retryNow: () => nap.abort(), stop: () => stopped.abort() };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
