import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageText } from '../../../src/core/messages/message-text.ts';
import { makeChain } from './made-chain.ts';
import { openTestIndexer, type TestIndexer } from './test-indexer.ts';
import { type BackEnd, startToncenter, type ToncenterServer } from './toncenter-server.ts';

let chain: Awaited<ReturnType<typeof makeChain>>;
let server: ToncenterServer;
let opened: TestIndexer;

beforeAll(async () => {
  chain = await makeChain(60);
});
beforeEach(async () => {
  server = await startToncenter(chain);
  opened = await openTestIndexer({ platform: chain.platform, url: server.url });
});
afterEach(async () => {
  await opened.stop();
  await server.stop();
});

const answer = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
};
const result = (value: unknown) => answer(200, JSON.stringify({ ok: true, result: value }));

const head = (changes: object) => ({
  ...{ balance: '0', code: '', data: '', state: 'active', sync_utime: 1_900_000_000 },
  last_transaction_id: {
    '@type': 'internal.transactionId',
    lt: '5',
    hash: Buffer.alloc(32).toString('base64'),
  },
  block_id: {
    ...{ '@type': 'ton.blockIdExt', workchain: -1, shard: '0', seqno: 5, root_hash: '', file_hash: '' },
  },
  ...changes,
});
const lastAs = (lt: string, hash: string) =>
  head({ last_transaction_id: { '@type': 'internal.transactionId', lt, hash } });

const answers = {
  '429': answer(429, JSON.stringify({ ok: false, error: 'Ratelimit exceed', code: 429 })),
  '500': answer(500, '{"ok":false,"error":"LITE_SERVER_NETWORK","code":500}'),
  'a page of a proxy': answer(502, '<html>Bad Gateway</html>'),
  nothing: answer(200, ''),
  'half of an answer': answer(200, '{"ok":true,"result":{'),
  'another kind of JSON': answer(200, '[1,2,3]'),
  'no transaction where there must be one': result([]),
  'an end of the connection': (response: ServerResponse) => response.destroy(),
  'transactions that are none': result([
    {
      ...{ data: Buffer.from('not a bag of cells').toString('base64'), utime: 1, fee: '0', out_msgs: [] },
      ...{ transaction_id: { lt: '1', hash: '' }, storage_fee: '0', other_fee: '0' },
    },
  ]),
  'a head without a time': result(lastAs('later', 'AAAA')),
  'a time beyond all': result(lastAs('9'.repeat(19), Buffer.alloc(32).toString('base64'))),
  'a short hash': result(lastAs('7', 'AAAA')),
  'a block that cannot be': result(head({ block_id: { ...head({}).block_id, seqno: -1.5 } })),
};

test.each(Object.keys(answers))('reports a service that answers %s, without damage', async (what) => {
  const spoil = answers[what as keyof typeof answers];
  for (const spoiled of ['getAddressInformation', 'getTransactions']) {
    server.spoil = ({ method }, response) => {
      if (method === spoiled) spoil(response);
      return method === spoiled;
    };
    const { status, message, height } = await opened.poll();
    expect({ status, height }).toEqual({ status: 'unavailable', height: 0 });
    expect(message && messageText(message)).toMatch(/^The chain .{20,}/);
    expect(opened.market.count(opened.filter)).toBe(0);
  }
  server.spoil = () => false;
  expect(await opened.poll()).toMatchObject({ status: 'ok', message: null, height: chain.seqno });
  expect(opened.market.count(opened.filter)).toBe(chain.contents);
});

test('counts for how long a service has failed, and not while it waits for another replica', async () => {
  let now = 0;
  let isLeading = true;
  const own = await openTestIndexer({
    ...{ platform: chain.platform, url: server.url, network: 'testnet' as const },
    clock: () => now,
    isLeading: () => isLeading,
  });
  const failed = async (ms: number) => {
    await own.poll();
    return own.indexer.hasFailedFor(ms);
  };
  expect(await failed(0)).toBe(false);
  server.spoil = (_call, response) => {
    answers['500'](response);
    return true;
  };
  expect(await failed(1)).toBe(false);
  now = 1;
  expect([await failed(1), await failed(2)]).toEqual([true, false]);
  server.spoil = () => false;
  expect(await failed(0)).toBe(false);

  isLeading = false;
  server.choose = another;
  expect((await own.poll()).status).toBe('unavailable');
  expect(await failed(0)).toBe(false);
  await own.stop();
});

/** Back ends behind one name that are skipped by the request for the head, but reached by later requests. */
const another = (): BackEnd => ({ ...chain, seqno: chain.seqno + 5, transactions: [] });
const hidden =
  'LITE_SERVER_UNKNOWN: cannot load block (0,8000000000000000,7) with specified transaction: not in db';
const silences = {
  ...answers,
  'that its back end is away': answer(
    500,
    '{"ok":false,"error":"LITE_SERVER_NETWORKtimeout for adnl query","code":500}',
  ),
  'that a block is not there yet': answer(
    500,
    '{"ok":false,"error":"LITE_SERVER_NOTREADY: block is not applied"}',
  ),
  'that a block is kept no more': answer(500, JSON.stringify({ ok: false, error: hidden, code: 500 })),
  'that it does not know why': answer(500, '{"ok":false}'),
  'that it knows no such thing': answer(404, '{"ok":false,"error":"Not found","code":404}'),
};

const absences = [
  'cannot compute block with specified transaction: cannot find block (0,80) lt=7: lt not in db',
  'cannot locate transaction in block with specified logical time',
  'transaction hash mismatch',
].map((words) =>
  answer(500, JSON.stringify({ ok: false, error: `LITE_SERVER_UNKNOWN: ${words}`, code: 500 })),
);

test.each(['testnet', 'embedded'] as const)(
  'keeps everything known through any failure on %s until the service clearly reports that it does not exist',
  async (network) => {
    const own = await openTestIndexer({ platform: chain.platform, url: server.url, network });
    const { height } = await own.poll();
    let say: (response: ServerResponse) => void;
    server.spoil = ({ method }, response) => {
      if (method === 'getTransactions') say(response);
      return method === 'getTransactions';
    };
    for (const [what, silence] of Object.entries(silences)) {
      server.choose = another;
      say = silence;
      for (let n = 0; n < 9; n += 1) {
        expect(await own.poll(), what).toMatchObject({ status: 'unavailable', height });
      }
      expect(own.market.count(own.filter), what).toBe(chain.contents);
      server.choose = () => chain;
      expect(await own.poll(), what).toMatchObject({ status: 'ok', height });
    }
    expect(own.events).toHaveLength(chain.contents + chain.licences);
    server.choose = another;
    for (let n = 0; n < 9; n += 1) {
      say = absences[n % 3] as typeof say;
      await own.poll();
    }
    expect(own.indexer.state()).toMatchObject({ status: 'ok', height: another().seqno });
    expect(own.market.count(own.filter)).toBe(0);
    await own.stop();
  },
);

test('resumes a walk that a failing service interrupted', async () => {
  const asked = () => server.requests.filter(({ method }) => method === 'getTransactions').length;
  server.spoil = ({ method }, response) => {
    if (method !== 'getTransactions' || asked() !== 2) return false;
    response.destroy();
    return true;
  };
  expect((await opened.poll()).status).toBe('unavailable');
  expect((await opened.poll()).status).toBe('ok');
  const froms = server.requests
    .filter(({ method }) => method === 'getTransactions')
    .map(({ params }) => params.lt);
  expect(froms[2]).toBe(froms[1]);
  expect(new Set(froms).size).toBe(froms.length - 1);
  expect(opened.market.count(opened.filter)).toBe(chain.contents);
});

test('writes nothing more when it is stopped while a service is silent', async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  let goOn = () => {};
  server.spoil = (request, response) => {
    if (request.method !== 'getTransactions') return false;
    isAsked();
    goOn = () => server.answer(request, response);
    return true;
  };
  opened.indexer.start();
  await asked;
  await opened.indexer.stop();
  const state = () => opened.db.prepare('SELECT * FROM platforms').all();
  const before = state();
  goOn();
  await opened.indexer.now();
  expect(state()).toEqual(before);
  expect(server.requests).toHaveLength(2);
});

test('polls regularly, immediately when woken, and backs off from a failing service', async () => {
  const own = await openTestIndexer({ platform: chain.platform, url: server.url, pollMs: 20 });
  const seen = (count: number) =>
    new Promise<number>((resolve) => {
      const begin = performance.now();
      const from = server.requests.length;
      server.spoil = (_, response) => {
        if (server.requests.length - from === count) resolve(performance.now() - begin);
        if (count !== 6) return false;
        answer(500, '')(response);
        return true;
      };
    });
  own.indexer.start();
  await seen(10);
  // Pauses of at least 0.8 × (20 + 40 + 80 + 160 + 320) ms lie between six failures.
  expect(await seen(6)).toBeGreaterThan(0.8 * 620 - 50);
  const slow = await openTestIndexer({ platform: chain.platform, url: server.url, pollMs: 3_600_000 });
  server.spoil = () => false;
  await own.stop();
  slow.indexer.start();
  await seen(2);
  await slow.indexer.now();
  const before = slow.indexer.state().height;
  server.choose = () => ({ ...chain, seqno: chain.seqno + 1 });
  const poked = seen(1);
  slow.indexer.poke();
  await poked;
  await slow.indexer.now();
  expect(slow.indexer.state().height).toBe(before + 1);
  await slow.stop();
});
