import { afterEach, describe, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { foreignText, message } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import type { SentDescription } from '../../src/features/fetch/content-fetch.ts';
import { codeOf, contentOf, failureOf, sha256Of, startFetching } from './support/fetching.ts';
import {
  type Answer,
  closeHolders,
  diesAfter,
  drips,
  has,
  lacks,
  silent,
  stallsAfter,
  startHolder,
} from './support/holder.ts';

afterEach(closeHolders);

const song = contentOf(300_000);
const wrong = contentOf(300_000, 2);

describe('a content on another node', () => {
  it('is stored unchanged, with the description of the node', async () => {
    const holder = await startHolder(
      has(song, {
        'content-type': 'audio/mpeg',
        'content-disposition': `attachment; filename*=UTF-8''..%2Fl%C3%BCder.mp3`,
      }),
    );
    const { fetch, stored, received } = startFetching([holder]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(stored(song)?.arriving).toMatchObject({
      sizeHint: song.length,
      contentType: 'audio/mpeg',
      fileName: 'lüder.mp3',
      host: holder.host,
    });
    expect(received).toEqual(new Map([[holder.host, song.length]]));
  });

  it('is requested by its id, from the node’s own store, without credentials', async () => {
    const holder = await startHolder(has(song));
    await startFetching([holder]).fetch(song);
    const [request] = holder.requests;
    expect(request?.url).toBe(`/api/v1/storage/${contentIdOf(sha256Of(song))}`);
    expect(request?.headers).toEqual({
      host: new URL(holder.host).host,
      connection: 'keep-alive',
      accept: '*/*',
      'cache-control': 'only-if-cached',
      'accept-encoding': 'identity',
    });
  });

  it('is fetched if it is empty', async () => {
    const empty = Buffer.alloc(0);
    const { fetch, stored } = startFetching([await startHolder(has(empty))]);
    await fetch(empty);
    expect(stored(empty)?.bytes.length).toBe(0);
  });

  it('is not requested when it is stored', async () => {
    const holder = await startHolder(has(song));
    const { fetch } = startFetching([holder]);
    await fetch(song);
    await fetch(song);
    expect(holder.requests).toHaveLength(1);
  });

  it.each([
    ['a type with an encoded line break', { 'content-type': 'text/html\u00a0x' }],
    ['an endless type', { 'content-type': `text/${'x'.repeat(9000)}` }],
    ['an invalid name', { 'content-disposition': 'attachment; filename*=UTF-8%%%;;;="' }],
    [
      'a name with folders and direction marks',
      { 'content-disposition': "a; filename*=UTF-8''%2Fa%2F%E2%80%AE%2F" },
    ],
  ])('is stored although %s comes with it', async (_name, headers) => {
    const { fetch, stored } = startFetching([await startHolder(has(song, headers))]);
    await fetch(song);
    const { contentType, fileName } = stored(song)?.arriving ?? {};
    expect(contentType ?? '').toMatch(/^[\x20-\x7e]{0,255}$/);
    expect(fileName).toBeUndefined();
  });
});

describe('the order of requests', () => {
  it('starts with nodes known to have it, then the best', async () => {
    const order: string[] = [];
    const noting =
      (name: string): Answer =>
      (response, request) => {
        order.push(name);
        lacks(response, request);
      };
    const [best, second, known] = await Promise.all(
      ['best', 'second', 'known'].map((name) => startHolder(noting(name))),
    );
    const { fetch } = startFetching([best, second, { host: known?.host, known: true }] as never);
    expect(await codeOf(fetch(song))).toBe('content_not_found');
    expect(order).toEqual(['known', 'best', 'second']);
  });

  it('includes at most sixteen nodes', async () => {
    const holders = await Promise.all(Array.from({ length: 20 }, () => startHolder(lacks)));
    const { fetch, nodes } = startFetching(holders);
    const { text } = await failureOf(fetch(song));
    expect(text).toEqual(message('discovery.nobodySent', { count: 16 }));
    expect(holders.filter(({ requests }) => requests.length > 0)).toHaveLength(16);
    nodes.reverse();
    await failureOf(fetch(song));
    expect(holders.flatMap(({ requests }) => requests)).toHaveLength(16);
    nodes.splice(0, 1, { host: holders[19]?.host ?? '', trust: 'named', known: true });
    await failureOf(fetch(song));
    expect(holders[19]?.requests).toHaveLength(1);
  });

  it('adds the next one when one stalls; the faster one wins and the others are aborted', async () => {
    const [slow, quick] = [await startHolder(silent), await startHolder(has(song))];
    const { fetch, stored } = startFetching([slow, quick], { hedgeMs: 20 });
    await fetch(song);
    expect(stored(song)?.arriving.host).toBe(quick.host);
    await slow.left();
  });

  it('runs at most three at once', async () => {
    let open = 0;
    let max = 0;
    const counting: Answer = (response) => {
      max = Math.max(max, ++open);
      response.on('close', () => open--);
    };
    const holders = await Promise.all(Array.from({ length: 6 }, () => startHolder(counting)));
    const { fetch } = startFetching(holders, { hedgeMs: 5, timeouts: { headMs: 200 } });
    expect((await failureOf(fetch(song))).text.params).toEqual({ count: 6, unreachable: 6 });
    expect(max).toBe(3);
  });

  it('moves to the next one at once when one fails', async () => {
    const holders = [
      await startHolder(lacks),
      await startHolder((r) => r.destroy()),
      await startHolder(has(song)),
    ];
    const { fetch, stored } = startFetching(holders);
    await fetch(song);
    expect(stored(song)?.arriving.host).toBe(holders[2]?.host);
  });

  it.each(['learned', 'proven'] as const)(
    'skips addresses that are not public when the node is %s',
    async (trust) => {
      const holder = await startHolder(has(song));
      const { port } = new URL(holder.host);
      const names = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '2130706433'];
      const { fetch } = startFetching(names.map((name) => ({ host: `http://${name}:${port}`, trust })));
      expect(await codeOf(fetch(song))).toBe('content_not_found');
      expect(holder.requests).toHaveLength(0);
    },
  );

  it('does not follow redirects', async () => {
    const target = await startHolder(has(song));
    const holder = await startHolder((response) =>
      response.writeHead(307, { location: `${target.host}/x` }).end(),
    );
    expect(await codeOf(startFetching([holder]).fetch(song))).toBe('content_not_found');
    expect(target.requests).toHaveLength(0);
  });

  it('starts again only after half a minute, or with a new node', async () => {
    const holder = await startHolder(lacks);
    const { fetch, time, nodes } = startFetching([holder]);
    await failureOf(fetch(song));
    expect(await codeOf(fetch(song))).toBe('content_not_found');
    expect(holder.requests).toHaveLength(1);
    time.now += 30_000;
    await failureOf(fetch(song));
    expect(holder.requests).toHaveLength(2);
    const newcomer = await startHolder(has(song));
    nodes.push({ host: newcomer.host, trust: 'named', known: false });
    await fetch(song);
    expect(newcomer.requests).toHaveLength(1);
  });

  it('skips nodes that did not have it a moment ago, between tries of a caller', async () => {
    const holder = await startHolder(lacks);
    const { fetch } = startFetching([holder]);
    await failureOf(fetch(song));
    holder.answer = has(song);
    await fetch(song, { isRetry: true });
    expect(holder.requests).toHaveLength(2);
  });

  it('skips a node for the pause that it asked for', async () => {
    const busy = await startHolder((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    const { fetch, time } = startFetching([busy]);
    await failureOf(fetch(song));
    busy.answer = has(song);
    time.now += 119_000;
    expect((await failureOf(fetch(song))).text.reason).toBe('discovery.nobodyToAsk');
    expect(busy.requests).toHaveLength(1);
    time.now += 1000;
    await fetch(song);
  });

  it('includes the nodes that the index now lists for it', async () => {
    const holder = await startHolder(lacks);
    const { fetch, nodes } = startFetching([holder]);
    await failureOf(fetch(song));
    holder.answer = has(song);
    nodes.splice(0, 1, { host: holder.host, trust: 'named', known: true });
    await fetch(song);
    expect(holder.requests).toHaveLength(2);
  });

  it('is empty without known nodes', async () => {
    expect((await failureOf(startFetching([]).fetch(song))).text.reason).toBe('discovery.nobodyToAsk');
  });
});

describe('a node that interrupts its answer', () => {
  it('is replaced in the middle; received bytes are not sent again', async () => {
    const dying = await startHolder(diesAfter(song, 200_000));
    const healthy = await startHolder(has(song));
    const { fetch, stored, received } = startFetching([dying, healthy]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(healthy.requests[0]?.headers).toMatchObject({
      range: `bytes=${song.length - healthy.sentBytes}-`,
      'if-range': `"${sha256Of(song).toString('hex')}"`,
    });
    expect(healthy.sentBytes).toBe(song.length - (received.get(dying.host) ?? 0));
    expect(received.get(dying.host)).toBeGreaterThan(0);
  });

  it('is replaced by one that sends the whole in answer to a range', async () => {
    const dying = await startHolder(diesAfter(song, 200_000));
    const whole = await startHolder((response) =>
      response.writeHead(200, { 'content-length': song.length }).end(song),
    );
    let paced = 0;
    const down = (bytes: number) => void (paced += bytes);
    const { fetch, stored, received } = startFetching([dying, whole], { bandwidth: { down } });
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    // Discarded bytes count against the limit as well.
    expect(paced).toBe((received.get(dying.host) ?? 0) + song.length);
  });

  it('is not replaced by one that sends another range than requested', async () => {
    const dying = await startHolder(diesAfter(song, 200_000));
    const off = await startHolder((response, request) => {
      if (!request.headers.range) return lacks(response, request);
      const rest = song.subarray(10);
      response
        .writeHead(206, {
          'content-length': rest.length,
          'content-range': `bytes 10-${song.length - 1}/${song.length}`,
        })
        .end(rest);
    });
    const healthy = await startHolder(has(song));
    const { fetch, received } = startFetching([dying, off, healthy]);
    await fetch(song);
    expect(received.has(off.host)).toBe(false);
  });

  it('is asked for the rest when there is no other node', async () => {
    const holder = await startHolder(diesAfter(song, 120_000));
    const { fetch, stored } = startFetching([holder]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(holder.requests.slice(1).every(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  it('is retried when it can’t be reached for a moment', async () => {
    const holder = await startHolder(diesAfter(song, 120_000));
    const { fetch, stored } = startFetching([holder]);
    const arrives = fetch(song);
    await holder.asked();
    holder.answer = (response) => {
      holder.answer = has(song);
      response.destroy();
    };
    await arrives;
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(holder.requests).toHaveLength(3);
  });

  it('is replaced by one that was too slow before', async () => {
    const slow = await startHolder(silent);
    const quick = await startHolder((response, request) => {
      slow.answer = has(song);
      diesAfter(song, 1000)(response, request);
    });
    const { fetch } = startFetching([slow, quick], { hedgeMs: 20 });
    await fetch(song);
    expect(slow.requests.at(-1)?.headers.range).toBeDefined();
    expect(quick.requests).toHaveLength(1);
  });

  it('is given up after three times', async () => {
    const holder = await startHolder(diesAfter(song, 1000));
    expect(await codeOf(startFetching([holder]).fetch(song))).toBe('peer_unreachable');
    expect(holder.requests).toHaveLength(3);
  });

  it('counts as gone when it stalls', async () => {
    const bad = await startHolder(stallsAfter(song, 1000));
    const { fetch, stored } = startFetching([bad, await startHolder(has(song))], {
      timeouts: { idleMs: 100 },
    });
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    await bad.left();
  });

  it('counts as gone when it is extremely slow', async () => {
    const bad = await startHolder(drips(song.length));
    const { fetch } = startFetching([bad], {
      timeouts: { speedWindowMs: 100, minBytesPerSecond: 64 * 1024 },
    });
    expect(await codeOf(fetch(song))).toBe('peer_unreachable');
    expect(bad.requests).toHaveLength(3);
    await bad.left();
  });
});

describe('a node that sends wrong bytes', () => {
  it('is detected, reported, and not asked for an hour', async () => {
    const liar = await startHolder(has(wrong));
    const { fetch, liars, time, stored } = startFetching([liar]);
    expect(await codeOf(fetch(song))).toBe('peer_content_invalid');
    expect(stored(song)).toBeUndefined();
    expect(liars).toEqual([liar.host]);
    await failureOf(fetch(contentOf(10)));
    expect(liar.requests).toHaveLength(1);
    time.now += 3_600_000;
    liar.answer = has(song);
    await fetch(song);
    expect(liar.requests).toHaveLength(2);
  });

  it('does not prevent the fetch from an honest one', async () => {
    const liars = [await startHolder(has(wrong)), await startHolder(has(wrong))];
    const honest = await startHolder(has(song));
    const fetching = startFetching([...liars, honest]);
    await fetching.fetch(song);
    expect(fetching.stored(song)?.arriving.host).toBe(honest.host);
    expect(fetching.liars).toEqual(liars.map(({ host }) => host));
  });

  it('is distinguished from an honest one that sent the rest: each is asked for the whole', async () => {
    const liar = await startHolder(diesAfter(wrong, 200_000));
    const honest = await startHolder(has(song));
    const { fetch, liars, stored } = startFetching([liar, honest]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(liars).toEqual([liar.host]);
    expect(honest.requests.map(({ headers }) => headers.range !== undefined)).toEqual([true, false]);
  });

  it('does not discredit an honest one that sent the first part', async () => {
    const honest = await startHolder((response, request) => {
      honest.answer = has(song);
      diesAfter(song, 200_000)(response, request);
    });
    const liar = await startHolder(has(wrong));
    const { fetch, liars, stored } = startFetching([honest, liar]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(liars).toEqual([]);
  });

  it('and another size does not prevent a retry of one that broke off', async () => {
    const honest = await startHolder((response, request) => {
      honest.answer = (...again) => {
        honest.answer = has(song);
        diesAfter(song, 200_000)(...again);
      };
      diesAfter(song, 200_000)(response, request);
    });
    const liar = await startHolder(has(contentOf(400_000, 3)));
    const { fetch, liars, stored } = startFetching([honest, liar]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(liars).toEqual([liar.host]);
  });

  it('is ignored when it declares the right bytes as compressed', async () => {
    const { fetch } = startFetching([await startHolder(has(song, { 'content-encoding': 'gzip' }))]);
    expect(await codeOf(fetch(song))).toBe('content_not_found');
  });

  it.each<[string, Answer]>([
    [
      'an endless body with a small announced size',
      (response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.socket?.write(Buffer.alloc(1_000_000));
      },
    ],
    [
      'no size and an endless body',
      (response) => {
        response.writeHead(200);
        const more = () => {
          while (response.writable && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      },
    ],
    [
      'less than announced',
      (response) => response.writeHead(200, { 'content-length': 9 }).end('x', () => response.destroy()),
    ],
    [
      'compressed bytes',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 9 }).end('123456789'),
    ],
    ['endless headers', (response) => response.writeHead(200, { 'x-much': 'x'.repeat(40_000) }).end()],
    ['another protocol', (response) => response.socket?.end('220 this is SMTP\r\n')],
    ['an empty body', (response) => response.writeHead(200, { 'content-length': 0 }).end()],
    ['204', (response) => response.writeHead(204).end()],
    [
      'an unrequested 206',
      (response) => response.writeHead(206, { 'content-length': 1, 'content-range': 'bytes 0-0/1' }).end('x'),
    ],
    [
      'an HTML page',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 6 }).end('<html>'),
    ],
  ])('is replaced by an honest one: %s', async (_name, answer) => {
    const bad = await startHolder(answer);
    const { fetch, stored } = startFetching([bad, await startHolder(has(song))]);
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    await bad.left();
  });

  it('over the limit is reported', async () => {
    const holder = await startHolder((response) =>
      response.writeHead(200, { 'content-length': 2000 }).write('x'),
    );
    const failure = await failureOf(startFetching([holder], { maxBytes: 1999 }).fetch(song));
    expect(failure.code).toBe('payload_too_large');
    expect(failure.message).toContain('storage.max_upload_bytes');
    await holder.left();
  });

  it('slowly, and more than the content has, does not block others', async () => {
    const slow = await startHolder(drips(60_000_000));
    const honest = await startHolder(has(song));
    const { fetch, stored } = startFetching([slow, honest], { briskMs: 100 });
    await fetch(song);
    expect(stored(song)?.bytes.equals(song)).toBe(true);
    expect(slow.requests).toHaveLength(1);
    await slow.left();
  });

  it('slowly does not block one that only started later', async () => {
    const honest = await startHolder(silent);
    const slow = await startHolder((response, request) => {
      honest.answer = has(song);
      drips(song.length)(response, request);
    });
    const { fetch, stored } = startFetching([honest, slow], { hedgeMs: 20, briskMs: 100 });
    await fetch(song);
    expect(stored(song)?.bytes.subarray(-1000).equals(song.subarray(-1000))).toBe(true);
  });

  it('of another size than in the index is asked after those that agree with it', async () => {
    const odd = await startHolder(has(contentOf(5)));
    const { fetch, liars } = startFetching([odd, await startHolder(has(song))]);
    await fetch(song, { expectedSize: song.length });
    expect(liars).toEqual([]);
    expect(odd.sentBytes).toBe(5);
  });

  it('the size in the index is only a hint', async () => {
    const { fetch, stored } = startFetching([await startHolder(has(song))]);
    await fetch(song, { expectedSize: 7 });
    expect(stored(song)?.bytes.equals(song)).toBe(true);
  });
});

describe('a full store', () => {
  const full = new NodeError('insufficient_storage', foreignText('No room.'));

  it('ends the fetch; others are only asked for a smaller size', async () => {
    const holders = [await startHolder(has(song)), await startHolder(has(song))];
    const { fetch, liars, kept } = startFetching(holders, { full: { from: song.length, error: full } });
    expect(await codeOf(fetch(song))).toBe('insufficient_storage');
    expect(kept).toEqual([song.length]);
    expect(liars).toEqual([]);
    for (const holder of holders) await holder.left();
  });

  it('for a false announced size does not prevent the fetch from an honest node', async () => {
    const announces = (size: number): Answer => {
      return (response) => response.writeHead(200, { 'content-length': size }).write('x');
    };
    const liars = [await startHolder(announces(60_000_000)), await startHolder(announces(50_000_000))];
    const honest = await startHolder(has(song));
    const { fetch, stored } = startFetching([...liars, honest], { full: { from: 1_000_000, error: full } });
    await fetch(song, { expectedSize: 60_000_000 });
    expect(stored(song)?.arriving.host).toBe(honest.host);
    expect(honest.requests).toHaveLength(1);
    for (const liar of liars) await liar.left();
  });
});

it('returns a content that is stored by other means during the fetch', async () => {
  const holder = await startHolder(silent);
  const { fetch, store, fetching } = startFetching([holder], { timeouts: { headMs: 60_000 } });
  const fetched = fetch(song);
  await holder.asked();
  store(song, { sizeHint: song.length } as SentDescription);
  holder.requests[0]?.socket.destroy();
  await fetched;
  expect(fetching.transfers()).toEqual([]);
});
