import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ownerId } from '../../../src/core/caller.ts';
import { toPracticeApp } from '../../../src/features/auth/ton-connect/wallets.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { alice, bob, manifestUrl, startTonConnect } from './test-ton-connect.ts';

const isOver = ({ state }: { state: string }): boolean => state === 'failed';
const isConnected = ({ state }: { state: string }): boolean => state === 'connected';

test('links a wallet to the user after it scans the link and signs', async () => {
  const { service, bridge, linked, until } = await startTonConnect();
  const connection = await service.newConnection({ ...alice, manifestUrl });
  expect(connection).toMatchObject({ state: 'pending', walletAppName: 'test-wallet', address: null });
  expect(connection.connectionLink).toMatch(/^https:\/\/wallet\.example\/ton-connect\?v=2&id=[0-9a-f]{64}&/);
  expect(connection.expiresAt - Date.now()).toBeLessThanOrEqual(5 * 60_000);

  const wallet = new SimulatedWallet();
  expect(wallet.scan(connection.connectionLink, bridge.url)).toMatchObject({
    manifestUrl,
    items: [{ name: 'ton_addr' }, { name: 'ton_proof', payload: expect.stringMatching(/^[\w-]{43}$/) }],
  });
  await wallet.approve();

  const address = wallet.address.toRawString();
  expect(await until(alice, isConnected)).toMatchObject({ address, message: null });
  expect(linked).toEqual([{ user: 'alice', address }]);
});

const stranger = testWallet(7, 'v5R1');

test('offers the practice wallet app to the owner only', async () => {
  const { service } = await startTonConnect();
  const pageUrl = 'http://127.0.0.1:9/secret/';
  service.setPracticeApp(toPracticeApp({ bridge_url: 'http://127.0.0.1:9/bridge', page_url: pageUrl }));
  const owners = await service.newConnection({ user: ownerId, sessionId: 'dashboard', manifestUrl });
  expect(owners.connectionLink.startsWith(pageUrl)).toBe(true);
  expect(await service.newConnection({ ...alice, manifestUrl })).toMatchObject({
    walletAppName: 'test-wallet',
  });
  expect(() => service.newConnection({ ...alice, manifestUrl, walletAppName: owners.walletAppName })).toThrow(
    /wallet/,
  );
});

test.each([
  ['for another domain', { domain: 'evil.example' }, /another domain/],
  ['of another payload', { payload: 'x'.repeat(43) }, /something other/],
  ['signed by another key', { signer: stranger }, /signature/],
  ['of an hour ago', { timestamp: Math.floor(Date.now() / 1000) - 3600 }, /15 minutes/],
  ['that is missing', { omitProof: true }, /without a proof/],
])('rejects a proof %s, and notifies the wallet of the end of the connection', async (_, changes, words) => {
  const { bridge, linked, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await wallet.approve(changes);

  expect(await until(alice, isOver)).toMatchObject({
    message: expect.stringMatching(words),
    address: null,
  });
  expect(linked).toEqual([]);
  expect((await wallet.nextRequest()).method).toBe('disconnect');
});

test.each([
  [300, /declined/],
  [2, /manifest at https:\/\/node\.example/],
  [0, /another wallet/],
])('fails with a message when a wallet answers with error %i', async (code, words) => {
  const { bridge, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await wallet.decline(code);
  expect((await until(alice, isOver)).message).toMatch(words);
  await bridge.streamsAre(0);
});

test('rejects a proof made for another link', async () => {
  const { bridge, linked, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  const stolen = wallet.scan(await link(alice), bridge.url).items.find((item) => item.name === 'ton_proof');
  const thief = new SimulatedWallet();
  thief.scan(await link(bob), bridge.url);
  await thief.approve({ payload: stolen && 'payload' in stolen ? stolen.payload : '' });
  expect((await until(bob, isOver)).message).toMatch(/something other/);
  expect(linked).toEqual([]);
});

test('connects the wallets of two users at the same time', async () => {
  const { bridge, linked, link, until } = await startTonConnect();
  const wallets = { alice: new SimulatedWallet(), bob: new SimulatedWallet() };
  const [aliceLink, bobLink] = await Promise.all([link(alice), link(bob)]);
  wallets.alice.scan(aliceLink, bridge.url);
  wallets.bob.scan(bobLink, bridge.url);
  await Promise.all([wallets.alice.approve(), wallets.bob.approve()]);
  await Promise.all([until(alice, isConnected), until(bob, isConnected)]);
  expect(linked).toHaveLength(2);
  expect(linked).toContainEqual({ user: 'alice', address: wallets.alice.address.toRawString() });
  expect(linked).toContainEqual({ user: 'bob', address: wallets.bob.address.toRawString() });
});

test('replaces the link before by a new one', async () => {
  const { service, bridge, linked, link, until } = await startTonConnect();
  const early = new SimulatedWallet();
  early.scan(await link(alice), bridge.url);
  const late = new SimulatedWallet('other-wallet');
  const second = await service.newConnection({ ...alice, walletAppName: 'other-wallet', manifestUrl });
  late.scan(second.connectionLink, bridge.url);
  await early.approve();
  await late.approve();
  expect(await until(alice, isConnected)).toMatchObject({ walletAppName: 'other-wallet' });
  expect(linked).toEqual([{ user: 'alice', address: late.address.toRawString() }]);
});

test('expires an unused link, and closes its stream', async () => {
  const isExpired = ({ state }: { state: string }) => state === 'expired';
  // On a busy machine, a link may expire before its stream is open.
  for (let linkLifetimeMs = 2000; ; linkLifetimeMs *= 2) {
    const { bridge, link, until, stop } = await startTonConnect({ linkLifetimeMs });
    await link(alice);
    const expired = until(alice, isExpired);
    const hadStream = await Promise.race([bridge.streamsAre(1).then(() => true), expired.then(() => false)]);
    if (hadStream) {
      expect(await expired).toMatchObject({ message: null });
      await bridge.streamsAre(0);
      break;
    }
    await stop();
  }
});

test('ends the connection when the wallet ends it, and keeps the wallet linked', async () => {
  const { bridge, linked, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await wallet.approve();
  await until(alice, isConnected);
  await wallet.disconnect();
  expect(await until(alice, isOver)).toMatchObject({
    address: null,
    message: expect.stringMatching(/wallet/),
  });
  expect(linked).toHaveLength(1);
});

test('ends the connection of a session on sign-out, and notifies the wallet', async () => {
  const { service, bridge, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  const other = new SimulatedWallet();
  other.scan(await link(bob), bridge.url);
  await Promise.all([wallet.approve(), other.approve()]);
  await Promise.all([until(alice, isConnected), until(bob, isConnected)]);
  await service.endConnection(alice);
  expect(service.connectionOf(alice)).toBeUndefined();
  expect((await wallet.nextRequest()).method).toBe('disconnect');
  expect(service.connectionOf(bob)?.state).toBe('connected');
  await service.endConnection(alice);
});

test('accepts messages of its wallet alone, though others know its id from the link', async () => {
  const { service, bridge, linked, link, until } = await startTonConnect();
  const wallet = new SimulatedWallet();
  const url = await link(alice);
  wallet.scan(url, bridge.url);
  await wallet.approve();
  await until(alice, isConnected);

  const intruder = new SimulatedWallet();
  intruder.scan(url, bridge.url);
  await intruder.disconnect();
  await intruder.approve();
  await intruder.disconnect();
  // A stream has delivered everything in it before it is opened again.
  bridge.dropStreams();
  await bridge.streamsAre(0);
  await bridge.streamsAre(1);
  expect(service.connectionOf(alice)?.state).toBe('connected');
  await wallet.disconnect();
  expect((await until(alice, isOver)).message).toMatch(/ended in the wallet/);
  expect(linked).toEqual([{ user: 'alice', address: wallet.address.toRawString() }]);
});

test('rejects an unknown wallet with the names of the known ones', async () => {
  const { service, bridge } = await startTonConnect();
  const attempt = async () => service.newConnection({ ...alice, walletAppName: 'nope', manifestUrl });
  await expect(attempt()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('test-wallet, other-wallet'),
  });
  expect(bridge.requests).toEqual([]);
});

test('keeps a user’s newest sixteen connections, and shows why the oldest one ended', async () => {
  const { service, bridge, link } = await startTonConnect();
  const keyOf = (number: number) => ({ user: 'alice', sessionId: `session ${number}` });
  for (let number = 1; number <= 17; number++) await link(keyOf(number));
  expect(service.connectionOf(keyOf(1))).toMatchObject({
    state: 'failed',
    message: { reason: 'auth.connectCrowdedOut' },
  });
  expect(service.connectionOf(keyOf(2))?.state).toBe('pending');
  await bridge.streamsAre(16);
  service.endConnectionsOf('alice');
  await bridge.streamsAre(0);
});

test('logs errors of the database without ending the process', async () => {
  const lines = new EventEmitter();
  const logger = pino({ level: 'error' }, { write: (line) => void lines.emit('line', line) });
  const { service, bridge, link, until, refuseWrites } = await startTonConnect({ logger });
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  refuseWrites(true);
  const logged = once(lines, 'line');
  await wallet.approve();
  expect(JSON.parse((await logged)[0])).toMatchObject({ err: { code: 'SQLITE_READONLY' } });
  await expect(link(bob)).rejects.toThrow(/readonly/);
  refuseWrites(false);
  const again = new SimulatedWallet();
  again.scan(await link(alice), bridge.url);
  await again.approve();
  expect(await until(alice, isConnected)).toMatchObject({ address: again.address.toRawString() });
  expect(service.connectionOf(bob)).toBeUndefined();
});

test('ends connections whose session has ended, and waits for a proof for another node', async () => {
  const { service, bridge, link } = await startTonConnect({ mayAct: () => false });
  await link(alice);
  const taken: unknown[] = [];
  const foreign = { payload: 'of another node', take: async (proof: unknown) => void taken.push(proof) };
  const { connectionLink } = await service.newConnection({ ...bob, manifestUrl, foreign });
  await bridge.streamsAre(2);
  service.endOrphans();
  await bridge.streamsAre(1);
  expect(service.connectionOf(alice)).toBeUndefined();
  const wallet = new SimulatedWallet();
  wallet.scan(connectionLink, bridge.url);
  await wallet.approve();
  await expect.poll(() => taken).toMatchObject([{ ton_proof: { payload: 'of another node' } }]);
});
