import { Address } from '@ton/core';
import { afterEach, expect, test } from 'vitest';
import { NodeError } from '../../../src/core/node-error.ts';
import {
  type ChainClientOptions,
  createChainClient,
} from '../../../src/features/chain/client/chain-client.ts';
import { type ChainService, ok, type Respond, sendAnswer, startChainService } from './chain-service.ts';
import * as recorded from './recorded-answers.ts';

const address = new Address(0, Buffer.alloc(32, 3));
const apiKey = 'key-that-nobody-may-see';
const message = Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64');
const limits = { firstPauseMs: 5, timeoutMs: 25_000 };
/** For services that never finish a response. */
const impatient = { ...limits, timeoutMs: 500 };
let service: ChainService | undefined;

afterEach(() => service?.stop());

async function clientOf(respond: Respond, further: Partial<ChainClientOptions> = {}) {
  service = await startChainService(respond);
  const client = await createChainClient({
    network: 'testnet',
    endpoints: [service.endpoint],
    apiKey,
    limits,
    ...further,
  });
  return { ...client, requests: service.requests };
}

/** The message shown to a user, which never contains the key. */
async function problemOf(asked: Promise<unknown>): Promise<{ code: string; detail: string }> {
  const error = await asked.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(apiKey);
  if (!(error instanceof NodeError)) throw error;
  expect(error.cause).toBeUndefined();
  return { code: error.code, detail: error.message };
}

const unavailable = (detail: RegExp) => ({
  code: 'chain_unavailable',
  detail: expect.stringMatching(detail),
});

/** Refuses a number of requests, then answers. */
const after =
  (refusals: number, refuse: Respond): Respond =>
  (request, response) => {
    if ((service?.requests.length ?? 0) <= refusals) refuse(request, response);
    else sendAnswer(response, 200, ok(recorded.masterchainInfo));
  };

test.each<[string, Respond]>([
  ['429', (_, response) => sendAnswer(response, 429, { ok: false, error: 'Ratelimit exceed', code: 429 })],
  ['500', (_, response) => sendAnswer(response, 500, { ok: false, error: 'LITE_SERVER_NETWORK', code: 500 })],
  ['503 without JSON', (_, response) => response.writeHead(503).end('<html>')],
  ['a broken connection', (_, response) => response.destroy()],
])('repeats a request after %s', async (_name, refuse) => {
  const { ton, requests } = await clientOf(after(2, refuse));
  expect((await ton.getMasterchainInfo()).latestSeqno).toBe(45_792_554);
  expect(requests).toHaveLength(3);
});

test('repeats a request after no answer', async () => {
  const { ton, requests } = await clientOf(
    after(1, () => {}),
    { limits: { ...impatient, attempts: 10 } },
  );
  expect((await ton.getMasterchainInfo()).latestSeqno).toBe(45_792_554);
  expect(requests.length).toBeGreaterThan(1);
});

test.each<[string, Respond, RegExp]>([
  ['429', (_, r) => sendAnswer(r, 429, { ok: false, error: 'x' }), /accepts no more requests.*429/],
  ['503', (_, r) => r.writeHead(503).end(), /has an internal error \(status 503\)/],
  [
    'answered by an unavailable back end',
    (_, r) => sendAnswer(r, 500, { ok: false, error: 'LITE_SERVER_NETWORKtimeout for adnl query' }),
    /has no connection to the chain/,
  ],
  [
    'answered with success for a missing block',
    (_, r) => sendAnswer(r, 200, { ok: false, error: 'LITE_SERVER_NOTREADY: block is not applied' }),
    /has no connection to the chain/,
  ],
  ['no answer', () => {}, /didn’t answer in time/],
  ['a broken connection', (_, r) => r.destroy(), /The connection was interrupted/],
  ['slow drops', dripping, /didn’t answer in time/],
])('reports an error when it is %s every time', async (_name, respond, detail) => {
  const { timeoutMs } = detail.source.includes('in time') ? impatient : limits;
  const { ton, requests } = await clientOf(respond, { limits: { ...limits, timeoutMs, attempts: 2 } });
  expect(await problemOf(ton.getMasterchainInfo())).toEqual(unavailable(detail));
  expect(requests).toHaveLength(2);
});

/** One byte every 50 ms, so that no connection looks idle. */
function dripping(_: unknown, response: Parameters<Respond>[1]): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}

function endless(_: unknown, response: Parameters<Respond>[1]): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const spaces = Buffer.alloc(1024 * 1024, ' ');
  const more = () => {
    while (!response.destroyed && response.write(spaces));
  };
  response.on('drain', more);
  more();
}

test('aborts an endless answer at half a mebibyte, without a retry', async () => {
  let sent = 0;
  const { ton, requests } = await clientOf(
    (_, response) => {
      const write = response.write.bind(response);
      response.write = ((part: Buffer) => {
        sent += part.length;
        return write(part);
      }) as typeof response.write;
      endless(_, response);
    },
    { limits: { ...limits, attempts: 2 } },
  );
  expect(await problemOf(ton.getMasterchainInfo())).toEqual(unavailable(/The answer is too long/));
  expect(sent).toBeLessThan(16 * 1024 * 1024);
  expect(requests).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['text', 'hello'],
  ['an answer without result', { ok: true }],
  ['a result of another type', ok({ last: 7 })],
  ['a list', []],
  ['null', null],
])('reports %s in place of an answer, without a retry', async (_name, document) => {
  const { ton, requests } = await clientOf((_, response) => sendAnswer(response, 200, document));
  expect(await problemOf(ton.getMasterchainInfo())).toEqual(unavailable(/The answer is invalid/));
  expect(requests).toHaveLength(1);
});

test('reports unreadable transactions and values', async () => {
  const { ton } = await clientOf(({ method }, response) => {
    const result =
      method === 'getTransactions'
        ? [recorded.transaction('AAAA', '1', 'x')]
        : { ...recorded.getMethodResult, stack: [['cell', { bytes: 'AAAA' }]] };
    sendAnswer(response, 200, ok(result));
  });
  expect(await problemOf(ton.getTransactions(address, { limit: 1 }))).toEqual(
    unavailable(/The answer is invalid/),
  );
  expect(await problemOf(ton.runMethod(address, 'x'))).toEqual(unavailable(/The answer is invalid/));
  expect(await problemOf(ton.provider(address).get('x', []))).toEqual(unavailable(/The answer is invalid/));
});

test.each<[string, Respond]>([
  ['500', (_, response) => sendAnswer(response, 500, { ok: false, error: 'LITE_SERVER_NETWORK', code: 500 })],
  ['502', (_, response) => response.writeHead(502).end()],
  ['a broken connection', (_, response) => response.destroy()],
  ['no answer', () => {}],
])('never repeats a message after %s, and reports its state as unknown', async (_name, respond) => {
  const { ton, requests } = await clientOf(respond, { limits: impatient });
  expect(await problemOf(ton.sendFile(message))).toEqual(
    unavailable(/The chain may or may not have accepted the message\.$/),
  );
  expect(requests).toHaveLength(1);
});

test('repeats a message that was refused with 429', async () => {
  const { ton, requests } = await clientOf((_, response) =>
    requests.length === 1
      ? sendAnswer(response, 429, { ok: false, error: 'Ratelimit exceed', code: 429 })
      : sendAnswer(response, 200, ok(recorded.sent)),
  );
  await ton.sendFile(message);
  expect(requests).toHaveLength(2);
});

test('reports a refusal by a contract with the text of the service', async () => {
  const { ton, requests } = await clientOf((_, response) => sendAnswer(response, 500, recorded.notAccepted));
  await expect(ton.sendFile(message)).rejects.toThrow(/^The chain refused: .*exitcode=133/);
  expect(requests).toHaveLength(1);
});

test('truncates a refusal and removes control characters', async () => {
  const error = `\u001b[31m${'x'.repeat(10_000)}`;
  const { ton } = await clientOf((_, response) => sendAnswer(response, 422, { ok: false, error, code: 422 }));
  const refusal = await ton.getMasterchainInfo().catch((reason: Error) => reason.message);
  expect(refusal).toMatch(/^The chain refused: {2}\[31mx{295}$/);
});

test('passes on an error of a contract', async () => {
  const { ton } = await clientOf((_, response) =>
    sendAnswer(response, 200, ok({ ...recorded.getMethodResult, exit_code: 11 })),
  );
  await expect(ton.runMethod(address, 'x')).rejects.toThrow(
    'Unable to execute get method. Got exit_code: 11',
  );
});

test('reports a rejected key without the key', async () => {
  const { ton, requests } = await clientOf((_, response) =>
    sendAnswer(response, 401, { ok: false, error: apiKey }),
  );
  expect(await problemOf(ton.getMasterchainInfo())).toEqual(
    unavailable(/rejects the key \(401\).*chain\.api_key/),
  );
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers['x-api-key']).toBe(apiKey);
});

test('does not send the key to a redirect', async () => {
  const other = await startChainService((_, response) =>
    sendAnswer(response, 200, ok(recorded.masterchainInfo)),
  );
  try {
    const { ton } = await clientOf(
      (_, response) => response.writeHead(307, { Location: other.endpoint }).end(),
      { limits: { ...limits, attempts: 1 } },
    );
    expect((await problemOf(ton.getMasterchainInfo())).code).toBe('chain_unavailable');
    expect(other.requests).toEqual([]);
  } finally {
    await other.stop();
  }
});

test('reports an invalid key or endpoint immediately, without the key', async () => {
  const wrongKey = createChainClient({ network: 'testnet', apiKey: `${apiKey}\n` });
  await expect(wrongKey).rejects.toThrow(/^chain\.api_key: has characters that no key has/);
  for (const endpoint of ['ftp://a.example/', 'nowhere', `http://user:${apiKey}@a.example/`]) {
    const error = await createChainClient({ network: 'testnet', endpoints: [endpoint] }).catch(String);
    expect(error).toMatch(/chain\.endpoint: must be an http/);
    expect(error).not.toContain(apiKey);
  }
});

test('reports a chain service that refuses the connection', async () => {
  const { ton } = await clientOf(() => {}, { limits: { ...limits, attempts: 1 } });
  await service?.stop();
  expect(await problemOf(ton.getMasterchainInfo())).toEqual(
    unavailable(
      /^The chain can’t be reached through 127\.0\.0\.1:\d+\. No program answers at this address\.$/,
    ),
  );
});

test('keeps the interval between requests that the service requires', async () => {
  const { ton, requests } = await clientOf(
    (_, response) => sendAnswer(response, 200, ok(recorded.masterchainInfo)),
    {
      limits,
      requestsPerSecond: 20,
    },
  );
  const start = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => ton.getMasterchainInfo()));
  const timerMs = 2;
  for (const [index, { at }] of requests.entries()) {
    expect(at - start).toBeGreaterThan(index * (50 - timerMs));
  }
});

test('refuses more than thirty waiting requests, and ends waiting ones with the node', async () => {
  const { ton, close, requests } = await clientOf(
    (_, response) => sendAnswer(response, 200, ok(recorded.masterchainInfo)),
    { limits, requestsPerSecond: 0.01 },
  );
  await ton.getMasterchainInfo();
  const waiting = Array.from({ length: 31 }, () => ton.getMasterchainInfo().catch((error) => error));
  expect(await waiting[30]).toMatchObject({
    code: 'chain_unavailable',
    message: expect.stringContaining('Too many requests are waiting'),
  });
  close();
  for (const error of await Promise.all(waiting.slice(0, 30))) {
    expect(error).toMatchObject({ code: 'shutting_down' });
  }
  expect(requests).toHaveLength(1);
  await expect(ton.getMasterchainInfo()).rejects.toMatchObject({ code: 'shutting_down' });
});

test('aborts running requests with the node', async () => {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { ton, close } = await clientOf(() => arrived(), { limits: { ...limits, timeoutMs: 60_000 } });
  const asked = ton.getMasterchainInfo();
  asked.catch(() => {});
  await arrival;
  close();
  await expect(asked).rejects.toMatchObject({ code: 'shutting_down' });
});
