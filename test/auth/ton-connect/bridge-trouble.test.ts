import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longIt } from '../../support/random-runs.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { alice, bob, startTonConnect } from './test-ton-connect.ts';

const isConnected = ({ state }: { state: string }): boolean => state === 'connected';
const hasMessage = ({ message }: { message: string | null }): boolean => message !== null;

const escaped: unknown[] = [];
const note = (error: unknown): void => void escaped.push(error);
beforeEach(() => {
  escaped.length = 0;
  process.on('unhandledRejection', note).on('uncaughtException', note);
});
afterEach(() => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
  expect(escaped).toEqual([]);
});

const events = { 'content-type': 'text/event-stream' };

/** Writes without end, as fast as it is read, until the other side closes. */
function writeEndlessly(response: ServerResponse, part: string): true {
  response.writeHead(200, events);
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
  return true;
}

test.each<[string, (request: IncomingMessage, response: ServerResponse) => boolean, RegExp]>([
  ['disconnects', (request) => Boolean(request.socket.destroy()), /couldn’t be reached/],
  ['answers with an error', (_, response) => Boolean(response.writeHead(502).end()), /status 502/],
  [
    'redirects',
    (_, response) => Boolean(response.writeHead(302, { location: '/other' }).end()),
    /status 302/,
  ],
  [
    'answers with a page',
    (_, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi')),
    /didn’t answer as a TON Connect bridge/,
  ],
  [
    'sends an endless line',
    (_, response) => writeEndlessly(response, `data: ${'x'.repeat(65_536)}`),
    /sent too much data/,
  ],
  [
    'sends endless heartbeats',
    (_, response) => writeEndlessly(response, 'event: heartbeat\ndata: heartbeat\n\n'.repeat(1000)),
    /sent too much data/,
  ],
  [
    'sends endless events',
    (_, response) => writeEndlessly(response, `data: {"from":"${'a'.repeat(64)}","message":"AAAA"}\n\n`),
    /sent too much data/,
  ],
])('reports a bridge that %s, and connects the wallet once the bridge recovers', async (_, answer, words) => {
  const { bridge, link, until } = await startTonConnect();
  bridge.intercept = (request, response) => request.method === 'GET' && answer(request, response);
  const url = await link(alice);
  expect(await until(alice, hasMessage)).toMatchObject({
    state: 'pending',
    message: expect.stringMatching(words),
  });
  expect(bridge.requests.every((path) => path.startsWith('/bridge/'))).toBe(true);
  bridge.intercept = undefined;
  const wallet = new SimulatedWallet();
  wallet.scan(url, bridge.url);
  await wallet.approve();
  expect((await until(alice, isConnected)).message).toBeNull();
});

test('rejects an answer larger than any wallet’s, which would be stored with every later message', async () => {
  const { bridge, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet('x'.repeat(100_000));
  wallet.scan(await link(alice), bridge.url);
  await wallet.approve();
  expect(await until(alice, ({ state, message }) => state === 'connected' || message)).toMatchObject({
    state: 'pending',
    message: expect.stringMatching(/sent too much data/),
  });
});

test('ignores invalid messages from the bridge and from unknown senders', async () => {
  const { bridge, link, until } = await startTonConnect();
  const url = await link(alice);
  const stranger = new SimulatedWallet();
  stranger.scan(url, bridge.url);
  const client = new URL(url).searchParams.get('id');
  const post = (from: string, body: string) =>
    fetch(`${bridge.url}/message?client_id=${from}&to=${client}&ttl=300`, { method: 'POST', body });
  await post('nobody', 'garbage');
  await post(stranger.session.sessionId, 'AAAA');
  await post('0'.repeat(64), Buffer.alloc(100).toString('base64'));
  for (const words of [null, 1, 'text', [], {}, { id: null }, { event: 'connect_error', id: 1 }]) {
    await stranger.say(words);
  }
  await stranger.say({ event: 'connect', id: 1, payload: {} });
  await stranger.say({ event: 'connect', id: 2, payload: { items: [{ name: 'ton_addr', address: {} }] } });
  expect((await until(alice, ({ state }) => state !== 'pending')).message).toMatch(/couldn’t connect/);
  const wallet = new SimulatedWallet();
  wallet.scan(await link(bob), bridge.url);
  await wallet.approve();
  await until(bob, isConnected);
});

longIt('reconnects to a restarted bridge without losing messages', async () => {
  const { bridge, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await bridge.streamsAre(1);
  await bridge.stop();
  expect((await until(alice, hasMessage)).message).toMatch(/couldn’t be reached/);
  await bridge.restart();
  await wallet.approve();
  await until(alice, isConnected);
  bridge.dropStreams();
  await bridge.streamsAre(0);
  await bridge.streamsAre(1);
  expect(bridge.requests.at(-1)).toContain('last_event_id=1');
  await wallet.disconnect();
  expect((await until(alice, ({ state }) => state === 'failed')).message).toMatch(/ended in the wallet/);
});

test('expires a link over a bridge that stays down, with the reason', async () => {
  const { bridge, link, until } = await startTonConnect({ linkLifetimeMs: 5000 });
  // Waits for the thread, whose start may take longer than the life of a link.
  await link(bob);
  await bridge.stop();
  await link(alice);
  const { message } = await until(alice, ({ state }) => state === 'expired');
  expect(message).toMatch(/couldn’t be reached/);
});

test('does not block links, signing out or the end of the node while a bridge hangs', async () => {
  const { service, bridge, link, stop } = await startTonConnect();
  bridge.intercept = () => true;
  await link(alice);
  await service.endConnection(alice);
  await link(alice);
  await stop();
});

longIt('disconnects a wallet while its bridge does not respond', async () => {
  const { service, bridge, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await wallet.approve();
  await until(alice, isConnected);
  bridge.intercept = () => true;
  await service.endConnection(alice);
  expect(service.connectionOf(alice)).toBeUndefined();
});
