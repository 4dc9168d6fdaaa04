import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { transfer } from '../../src/contract/dashboard-api/fetch.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import type { SentDescription } from '../../src/features/fetch/content-fetch.ts';
import { Bandwidth } from '../../src/platform/net/transfers/bandwidth.ts';
import { patience } from '../support/patience.ts';
import { codeOf, contentOf, failureOf, sha256Of, startFetching } from './support/fetching.ts';
import {
  type Answer,
  closeHolders,
  drips,
  has,
  lacks,
  silent,
  stallsAfter,
  startHolder,
} from './support/holder.ts';

afterEach(closeHolders);

const song = contentOf(100_000);
/** Contents that no other test uses. */
const others = (count: number) => Array.from({ length: count }, (_, index) => contentOf(100, index + 10));

describe('a content with many concurrent callers', () => {
  it('is fetched once', async () => {
    const holder = await startHolder(has(song));
    const { fetch } = startFetching([holder]);
    await Promise.all(Array.from({ length: 20 }, () => fetch(song)));
    expect(holder.requests).toHaveLength(1);
  });

  it('fails for all of them', async () => {
    const holder = await startHolder(lacks);
    const { fetch } = startFetching([holder]);
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(fetch(song))));
    expect(codes).toEqual(Array(3).fill('content_not_found'));
    expect(holder.requests).toHaveLength(1);
  });

  it('is stored for a job only where nobody else wants it', async () => {
    const lease = { job: 'repair', holder: 'this replica', fence: 1 };
    const [alone, shared] = [contentOf(1000, 1), contentOf(1000, 2)];
    const holder = await startHolder((response, request) =>
      has(request.url?.includes(contentIdOf(sha256Of(alone))) ? alone : shared)(response, request),
    );
    const { fetch, leases } = startFetching([holder]);
    await fetch(alone, { priority: 'background', lease });
    await Promise.all([fetch(shared, { priority: 'background', lease }), fetch(shared)]);
    expect(leases).toEqual([lease, undefined]);
  });

  it('continues when one caller aborts', async () => {
    let go = () => {};
    const holder = await startHolder((response, request) => {
      go = () => has(song)(response, request);
    });
    const { fetch, stored } = startFetching([holder]);
    const leaving = new AbortController();
    const left = fetch(song, { signal: leaving.signal });
    const stays = fetch(song, { priority: 'background' });
    await holder.asked();
    leaving.abort(new Error('has left'));
    await expect(left).rejects.toThrow('has left');
    go();
    await stays;
    expect(stored(song)).toBeDefined();
    expect(holder.requests).toHaveLength(1);
  });

  it('is aborted with the last caller, and fetched again for a later one', async () => {
    const holder = await startHolder(stallsAfter(song, 1000));
    const { fetch, fetching } = startFetching([holder]);
    const leaving = new AbortController();
    const callers = [fetch(song, { signal: leaving.signal }), fetch(song, { signal: leaving.signal })];
    await holder.asked();
    leaving.abort(new Error('has left'));
    await Promise.allSettled(callers);
    expect(fetching.transfers()).toEqual([]);
    let go = () => {};
    holder.answer = (response, request) => {
      go = () => has(song)(response, request);
    };
    const anew = [fetch(song)];
    await holder.asked(2);
    anew.push(fetch(song));
    go();
    await Promise.all(anew);
    expect(holder.requests).toHaveLength(2);
  });

  it('is requested from all nodes when those that claim to have it are too slow', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const claims = await startHolder(drips(song.length));
    const honest = await startHolder(has(song));
    const sources = [{ host: claims.host, known: true }, honest];
    const { fetch, fetching, stored } = startFetching(sources, { timeouts: { speedWindowMs: 3_600_000 } });
    const followed = fetch(song, { priority: 'background', onlyKnown: true });
    await vi.waitUntil(() => fetching.transfers().every(({ bytes_done }) => bytes_done > 0), patience);
    claims.answer = lacks;
    vi.advanceTimersByTime(31_000);
    expect(honest.requests).toHaveLength(0);
    await Promise.all([followed, fetch(song)]);
    expect(stored(song)?.arriving.host).toBe(honest.host);
    await claims.left();
  });

  it('is not requested for a caller that has already aborted', async () => {
    const holder = await startHolder(has(song));
    const { fetch } = startFetching([holder]);
    await expect(fetch(song, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(holder.requests).toHaveLength(0);
  });
});

describe('transfers', () => {
  it('match the contract', async () => {
    const holder = await startHolder(stallsAfter(song, 40_000));
    let onProgress = () => {};
    const change = new Promise<void>((resolve) => {
      onProgress = resolve;
    });
    const { fetch, fetching } = startFetching([holder], { onChange: onProgress });
    const failure = failureOf(fetch(song));
    await change;
    // The start is reported, too, when the holder is slow.
    await expect.poll(() => fetching.transfers()[0]?.bytes_done).toBe(40_000);
    const [shown] = fetching.transfers();
    expect(transfer.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      kind: 'fetch',
      content_id: contentIdOf(sha256Of(song)),
      host: holder.host,
      state: 'running',
      bytes_done: 40_000,
      bytes_total: song.length,
      started_at: '2027-01-15T08:00:00.000Z',
    });
    expect(shown?.bytes_per_s).toBeGreaterThan(0);
    await fetching.stop();
    await failure;
  });

  it('count from 0 again when wrong bytes were received', async () => {
    const [liar, honest] = [
      await startHolder(has(contentOf(100_000, 2))),
      await startHolder(stallsAfter(song, 500)),
    ];
    const { fetch, fetching } = startFetching([liar, honest]);
    const failure = failureOf(fetch(song));
    const shown = () => fetching.transfers()[0];
    await vi.waitUntil(() => shown()?.host === honest.host && (shown()?.bytes_done ?? 0) > 0, patience);
    expect(shown()).toMatchObject({ bytes_done: 500, bytes_total: song.length });
    await fetching.stop();
    await failure;
  });

  it('can be cancelled for all callers', async () => {
    const holder = await startHolder(stallsAfter(song, 1000));
    const { fetch, fetching } = startFetching([holder]);
    const callers = [fetch(song), fetch(song, { showsFailure: true })].map(codeOf);
    await holder.asked();
    const [shown] = fetching.transfers();
    expect(fetching.cancel(shown?.id ?? '')).toBe(true);
    expect(await Promise.all(callers)).toEqual(['fetch_cancelled', 'fetch_cancelled']);
    await holder.left();
    expect(fetching.transfers()).toEqual([]);
    expect(fetching.cancel(shown?.id ?? '')).toBe(false);
  });

  it('that failed without a caller stay until they are dismissed', async () => {
    const { fetch, fetching } = startFetching([await startHolder(lacks)]);
    await failureOf(fetch(song));
    expect(fetching.transfers()).toEqual([]);
    const other = contentOf(5);
    const { text } = await failureOf(fetch(other, { showsFailure: true }));
    const [shown] = fetching.transfers();
    expect(shown).toMatchObject({ state: 'failed', message: text, content_id: contentIdOf(sha256Of(other)) });
    expect(transfer.safeParse(shown).success).toBe(true);
    expect(fetching.cancel(shown?.id ?? '')).toBe(true);
    expect(fetching.transfers()).toEqual([]);
  });

  it('that failed allow a new attempt', async () => {
    const { fetch, fetching, time } = startFetching([await startHolder(silent)], {
      timeouts: { headMs: 50 },
    });
    await failureOf(fetch(song, { showsFailure: true }));
    time.now += 60_000;
    const again = failureOf(fetch(song));
    expect(fetching.transfers().map(({ state }) => state)).toEqual(['waiting']);
    await again;
  });
});

describe('many contents at once', () => {
  /** Answers when the test lets it. */
  function held() {
    const waiting = new Map<string, () => void>();
    const order: string[] = [];
    const answer: Answer = (response, request) => {
      order.push(request.url ?? '');
      waiting.set(request.url ?? '', () => lacks(response, request));
    };
    const urlOf = (bytes: Buffer) => `/api/v1/storage/${contentIdOf(sha256Of(bytes))}`;
    return { answer, order, urlOf, release: (bytes: Buffer) => waiting.get(urlOf(bytes))?.() };
  }

  it('are fetched four at a time, those with a caller first', async () => {
    const { answer, order, urlOf, release } = held();
    const holder = await startHolder(answer);
    const { fetch, fetching } = startFetching([holder]);
    const [a, b, c, d, quiet, promoted, loud] = others(7) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const ended = [a, b, c, d].map((one) => codeOf(fetch(one)));
    ended.push(codeOf(fetch(quiet, { priority: 'background' })));
    ended.push(codeOf(fetch(promoted, { priority: 'background' })));
    ended.push(codeOf(fetch(loud)));
    await holder.asked(4);
    expect(fetching.transfers()).toHaveLength(7);
    ended.push(codeOf(fetch(promoted)));
    for (const [index, one] of [a, b, c].entries()) {
      release(one);
      await holder.asked(5 + index);
    }
    expect(order.slice(4)).toEqual([promoted, loud, quiet].map(urlOf));
    await fetching.stop();
    await Promise.all(ended);
  });

  it('with a caller do not wait for four slow ones', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const holder = await startHolder(stallsAfter(song, 10));
    const { fetch, fetching } = startFetching([holder]);
    const ended = others(4).map((one) => codeOf(fetch(one)));
    await vi.waitUntil(() => fetching.transfers().every(({ bytes_done }) => bytes_done > 0), patience);
    const { answer, order, urlOf, release } = held();
    holder.answer = answer;
    const quiet = contentOf(7);
    ended.push(codeOf(fetch(quiet, { priority: 'background' })), codeOf(fetch(contentOf(8))));
    vi.advanceTimersByTime(31_000);
    await holder.asked(5);
    const found = codeOf(fetch(song));
    await holder.asked(6);
    release(song);
    expect(await found).toBe('content_not_found');
    expect(new Set(order)).toEqual(new Set([urlOf(contentOf(8)), urlOf(song)]));
    await fetching.stop();
    await Promise.all(ended);
  });

  it('wait up to a limit; then fetches without a caller are dropped', async () => {
    const holder = await startHolder(silent);
    const { fetch, fetching } = startFetching([holder]);
    const ended: Promise<string>[] = [];
    for (const one of others(67)) ended.push(codeOf(fetch(one)));
    const quiet = codeOf(fetch(contentOf(1), { priority: 'background' }));
    expect(await codeOf(fetch(contentOf(2), { priority: 'background' }))).toBe('too_busy');
    ended.push(codeOf(fetch(contentOf(3))));
    expect(await quiet).toBe('too_busy');
    expect(await codeOf(fetch(contentOf(4)))).toBe('too_busy');
    const waiting = fetching.transfers().at(-1);
    fetching.cancel(waiting?.id ?? '');
    expect(await ended.pop()).toBe('fetch_cancelled');
    ended.push(codeOf(fetch(contentOf(6))));
    await fetching.stop();
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['shutting_down']));
  });

  it('can be cancelled while waiting, and stored before their turn', async () => {
    const { answer, order, urlOf, release } = held();
    const holder = await startHolder(answer);
    const { fetch, fetching, store } = startFetching([holder]);
    const [a, b, c, d, here, last] = others(6) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const ended = [a, b, c, d].map((one) => codeOf(fetch(one)));
    const cancelled = codeOf(fetch(song));
    fetching.cancel(fetching.transfers().at(-1)?.id ?? '');
    expect(await cancelled).toBe('fetch_cancelled');
    const stored = fetch(here);
    store(here, {} as SentDescription);
    ended.push(codeOf(fetch(last)));
    await holder.asked(4);
    release(a);
    await stored;
    await holder.asked(5);
    expect(order.at(-1)).toBe(urlOf(last));
    await fetching.stop();
    await Promise.all(ended);
  });
});

describe('stop', () => {
  it('aborts running fetches and starts no more', async () => {
    const holder = await startHolder(stallsAfter(song, 1000));
    const { fetch, fetching } = startFetching([holder]);
    const running = codeOf(fetch(song));
    await holder.asked();
    await fetching.stop();
    expect(await running).toBe('shutting_down');
    expect(await codeOf(fetch(song))).toBe('shutting_down');
    await holder.left();
  });

  it('does not wait for a rate limit', async () => {
    const bandwidth = new Bandwidth({ down: 1, up: undefined });
    let onProgress = () => {};
    const { fetch, fetching } = startFetching([await startHolder(has(song))], {
      bandwidth,
      onChange: () => onProgress(),
    });
    const begun = new Promise<void>((resolve) => {
      onProgress = () => fetching.transfers()[0]?.state === 'running' && resolve();
    });
    const running = codeOf(fetch(song));
    await begun;
    await fetching.stop();
    expect(await running).toBe('shutting_down');
  });
});

it('continues a transfer at once when a rate limit is removed', async () => {
  const bandwidth = new Bandwidth({ down: 1, up: undefined });
  let onProgress = () => {};
  const change = new Promise<void>((resolve) => {
    onProgress = resolve;
  });
  const { fetch, stored } = startFetching([await startHolder(has(song))], {
    bandwidth,
    onChange: onProgress,
  });
  const running = fetch(song);
  await change;
  expect(stored(song)).toBeUndefined();
  bandwidth.set({ down: undefined, up: undefined });
  await running;
  expect(stored(song)?.bytes.equals(song)).toBe(true);
});
