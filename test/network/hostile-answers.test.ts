import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/messages/message.ts';
import type { KnownNode } from '../../src/contract/node-api/peers.ts';
import { messageText } from '../../src/core/messages/message-text.ts';
import { responseBytes } from '../../src/crypto/canonical-json.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { type AnsweringNode, startAnsweringNode } from '../peers/support/answering-node.ts';
import { startTestPeers, type TestPeers } from '../peers/support/test-peers.ts';
import { randomKey } from '../support/random-bytes.ts';
import { longIt } from '../support/random-runs.ts';
import { startConnectionTrap } from './support/connection-trap.ts';
import { heapInUse } from './support/heap.ts';

const MiB = 1024 * 1024;
let hostile: AnsweringNode;
let honest: AnsweringNode;
let own: TestPeers;

beforeEach(async () => {
  own = startTestPeers();
  const options = { now: () => own.time.now };
  [hostile, honest] = await Promise.all([startAnsweringNode(options), startAnsweringNode(options)]);
});
afterEach(async () => {
  await own.stop();
  await Promise.all([hostile.stop(), honest.stop()]);
});

type Answer = (response: ServerResponse, body: string) => void;
const answerWith = (answer: Answer) => {
  hostile.intercept = (_request: IncomingMessage, response, body) => {
    response.setHeader('content-type', 'application/json');
    answer(response, body);
    return true;
  };
};
const text =
  (answer: string | Buffer): Answer =>
  (response) =>
    void response.end(answer);

/** A correctly signed answer, changed as text before or after it is signed. */
const signed =
  (change: (answer: Record<string, unknown>) => object): Answer =>
  (response, body) => {
    const { signature } = JSON.parse(body) as { signature: string };
    const document = change({
      compatibility: 'compatible',
      node: hostile.describe(),
      known_public_nodes: [],
      timestamp: Math.floor(own.time.now / 1000),
      server_public_key: hostile.identity.id,
    });
    const server_signature = hostile.identity.sign(responseBytes(signature, document));
    response.end(JSON.stringify({ ...document, server_signature }));
  };

/** After any answer, the node continues with others and uses nothing of it. */
async function expectHarmless(): Promise<void> {
  const peer = await own.peers.add(hostile.host);
  expect(peer).toMatchObject({ state: 'unreachable', public_key: null });
  expect(messageText(peer.failure?.message as Message)).toMatch(/\.$/);
  expect(JSON.stringify(peer).length).toBeLessThan(2000);
  expect(own.peers.knownNodes().nodes).toEqual([]);
  expect(await own.peers.add(honest.host)).toMatchObject({ state: 'compatible' });
  expect(own.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

describe('an oversized or malformed answer', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const bombs: [string, Answer][] = [
    ['nested 100,000 deep', text(deep(100_000))],
    ['nested 400,000 deep in objects', text('{"a":'.repeat(150_000))],
    ['a number out of range', text('{"timestamp":1e400}')],
    ['a number of 900,000 digits', text(`{"timestamp":${'9'.repeat(900_000)}}`)],
    ['the same name twice', text('{"node":1,"node":2}')],
    ['the same name 60,000 times', text(`{${'"a":1,'.repeat(60_000)}"a":1}`)],
    ['half a surrogate pair', text('{"node":"\\ud800"}')],
    ['a text of a million characters', text(`{"node":"${'x'.repeat(1_000_000)}"}`)],
    ['a million escapes', text(`{"node":"${'\\u0041'.repeat(170_000)}"}`)],
    ['bytes that are not UTF-8', text(Buffer.alloc(500_000, 0xff))],
    ['zeros', text(Buffer.alloc(500_000))],
    ['a prototype', text('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')],
    ['nothing', text('')],
    [
      'unrequested compression',
      (response) =>
        void response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100 * MiB, ' '))),
    ],
    [
      'without end',
      (response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('[1,2,3],'.repeat(4096)));
        };
        response.write('{"known_public_nodes":[');
        response.on('drain', more);
        more();
      },
    ],
    [
      'correctly signed, with an oversized version',
      signed((a) => ({ ...a, node: { ...hostile.describe(), version: '1'.repeat(100_000) } })),
    ],
    [
      'correctly signed, nested 60 deep in its metrics',
      signed((a) => ({ ...a, node: { ...hostile.describe(), metrics: { deep: JSON.parse(deep(63)) } } })),
    ],
    ['correctly signed, for another node', signed((a) => ({ ...a, node: honest.describe() }))],
    [
      'correctly signed, with another key than its own',
      signed((a) => ({ ...a, node: { ...hostile.describe(), public_key: honest.identity.id } })),
    ],
    [
      "correctly signed, with yesterday's time",
      signed((a) => ({ ...a, timestamp: Number(a.timestamp) - 86_400 })),
    ],
  ];
  it.each(bombs)('%s does no harm', async (_what, answer) => {
    answerWith(answer);
    await expectHarmless();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('that is extremely slow is aborted after 10 s in all', async () => {
    answerWith((response) => {
      response.write('{');
      const drip = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(drip));
    });
    const peer = await own.peers.add(hostile.host);
    expect(peer).toMatchObject({ state: 'unreachable', failure: { code: 'timeout' } });
  });

  it('with large metrics is not passed on', async () => {
    hostile.metrics = { much: 'x'.repeat(100_000), contents: 5 };
    await own.peers.add(hostile.host);
    expect(own.peers.knownNodes().text.length).toBeLessThan(2000);
    hostile.metrics = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}`, i]));
    await own.peers.retry(hostile.host);
    expect(own.peers.knownNodes().text.length).toBeLessThan(2000);
  });
});

describe('an answer that does not match its signature', () => {
  let recorded: string;
  beforeEach(async () => {
    hostile.intercept = (_request, response) => {
      const end = response.end.bind(response);
      response.end = ((answer: string) => {
        recorded = answer;
        return end(answer);
      }) as typeof response.end;
      return false;
    };
    const first = startTestPeers();
    first.time.now = own.time.now;
    expect(await first.peers.add(hostile.host)).toMatchObject({ state: 'compatible' });
    await first.stop();
  });

  it('is rejected when replayed', async () => {
    answerWith(text(recorded));
    await expectHarmless();
  });

  it('is rejected when changed anywhere in transit', async () => {
    for (let round = 0; round < 60; round++) {
      hostile.intercept = (_request, response) => {
        const end = response.end.bind(response);
        response.end = ((answer: string) => {
          const at = (round * 7919) % answer.length;
          const other = answer[at] === '7' ? '8' : '7';
          return end(answer.slice(0, at) + other + answer.slice(at + 1));
        }) as typeof response.end;
        return false;
      };
      expect(await own.peers.add(hostile.host)).toMatchObject({ state: 'unreachable', public_key: null });
    }
  });

  it('is rejected when copied from another node', async () => {
    hostile.intercept = (request, response, body) => {
      const headers = { 'content-type': 'application/json' };
      fetch(honest.host + request.url, { method: 'POST', body, headers })
        .then(async (answer) => response.writeHead(answer.status, headers).end(await answer.text()))
        .catch(() => response.destroy());
      return true;
    };
    const peer = await own.peers.add(hostile.host);
    expect(peer).toMatchObject({
      state: 'unreachable',
      public_key: null,
      failure: { code: 'invalid_answer' },
    });
    expect(honest.handshakes).toHaveLength(1);
    expect(await own.peers.add(honest.host)).toMatchObject({ public_key: honest.identity.id });
  });
});

it('a node never uses a key that changes with every answer, and keeps the first one pinned', async () => {
  const { public_key: pinned } = await own.peers.add(hostile.host);
  for (let i = 0; i < 20; i++) {
    hostile.identity = identityFromSeed(randomKey());
    expect(await own.peers.retry(hostile.host)).toMatchObject({ state: 'key_changed', public_key: pinned });
  }
  expect(own.peers.knownNodes().nodes).toEqual([]);
  expect(own.peers.usable()).toEqual([]);
});

it('lets a node gain nothing from another’s key at its own host', async () => {
  await own.peers.add(honest.host);
  hostile.known = [{ ...honest.listing(), public_host: hostile.host }];
  await own.peers.add(hostile.host);
  await own.peers.settled();
  expect(
    own.peers.knownNodes().nodes.map(({ public_key, public_host }) => [public_key, public_host]),
  ).toEqual(
    expect.arrayContaining([
      [honest.identity.id, honest.host],
      [hostile.identity.id, hostile.host],
    ]),
  );
});

it.each([301, 302, 303, 307, 308])('does not follow a redirect (%d)', async (status) => {
  const trap = await startConnectionTrap();
  hostile.intercept = (_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
    return true;
  };
  await expectHarmless();
  expect(trap.connections).toBe(0);
  await trap.stop();
});

describe('names without end', () => {
  const junk = (answer: number, count: number): KnownNode[] =>
    Array.from({ length: count }, (_, i) => ({
      ...honest.listing(),
      public_host: `http://n${answer}-${i}.example`,
    }));

  it('are contacted within a budget, and displace no node of the owner', async () => {
    await own.stop();
    let lookups = 0;
    own = startTestPeers({
      resolve: () => {
        lookups++;
        return Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
      },
    });
    await own.peers.add(honest.host);
    for (let answer = 0; answer < 40; answer++) {
      hostile.known = junk(answer, 256);
      await own.peers.add(hostile.host);
      await own.peers.settled();
    }
    expect(lookups).toBeLessThanOrEqual(1000);
    expect(own.peers.list()).toHaveLength(1000);
    expect(
      own.peers
        .list()
        .slice(0, 2)
        .map(({ host }) => host)
        .sort(),
    ).toEqual([honest.host, hostile.host].sort());
    own.time.now += 600_000;
    hostile.known = junk(41, 256);
    await own.peers.retry(hostile.host);
    await own.peers.settled();
    expect(own.peers.list().some(({ host }) => host === 'http://n41-0.example')).toBe(true);
  });

  longIt('and oversized answers leak no memory', async () => {
    await own.stop();
    own = startTestPeers({
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    const round = async (answer: number) => {
      own.time.now += 600_000;
      own.logged.length = 0;
      own.noted.length = 0;
      hostile.intercept = undefined;
      hostile.handshakes.length = 0;
      hostile.known = junk(answer, 120);
      await own.peers.add(hostile.host);
      await own.peers.settled();
      answerWith(text(`[${'{},'.repeat(300_000)}{}]`));
      await own.peers.add(hostile.host);
    };
    for (let answer = 0; answer < 3; answer++) await round(answer);
    const before = heapInUse();
    for (let answer = 3; answer < 15; answer++) await round(answer);
    expect(heapInUse() - before).toBeLessThan(24 * MiB);
    expect(own.stored.all().length).toBeLessThanOrEqual(1000);
  });
});
