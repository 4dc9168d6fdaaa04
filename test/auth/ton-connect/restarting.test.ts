import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { alice, bob, startTonConnect } from './test-ton-connect.ts';

const isConnected = ({ state }: { state: string }): boolean => state === 'connected';

test('restores the connection of a wallet after a restart, in both directions', async () => {
  const { bridge, linked, link, until, restart } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await wallet.approve();
  const before = await until(alice, isConnected);
  await restart();
  expect(await until(alice, isConnected)).toEqual({ ...before, features: null });
  // The wallet's features are restored with the connection.
  expect(await until(alice, ({ features }) => features)).toEqual(before);
  await bridge.streamsAre(1);
  await wallet.disconnect();
  expect((await until(alice, ({ state }) => state === 'failed')).message).toMatch(/ended in the wallet/);
  expect(linked).toHaveLength(1);
});

test('notifies the wallet of a sign-out after a restart', async () => {
  const node = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await node.link(alice), node.bridge.url);
  await wallet.approve();
  await node.until(alice, isConnected);
  await node.restart();
  await node.bridge.streamsAre(1);
  await node.service.endConnection(alice);
  expect((await wallet.nextRequest()).method).toBe('disconnect');
});

test('connects a wallet that answered while the node was stopped', async () => {
  const { bridge, link, until, stop, restart } = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await bridge.streamsAre(1);
  await stop();
  await wallet.approve();
  await restart();
  const address = wallet.address.toRawString();
  expect(await until(alice, isConnected)).toMatchObject({ address });
});

test('connects the first of two wallets that answered while the node was stopped', async () => {
  const { bridge, linked, link, until, stop, restart } = await startTonConnect();
  const [first, second] = [new SimulatedWallet(), new SimulatedWallet()];
  const url = await link(alice);
  first.scan(url, bridge.url);
  second.scan(url, bridge.url);
  await stop();
  await first.approve();
  await second.approve();
  await restart();
  const address = first.address.toRawString();
  expect(await until(alice, isConnected)).toMatchObject({ address });
  await first.disconnect();
  await until(alice, ({ state }) => state === 'failed');
  expect(linked).toEqual([{ user: 'alice', address }]);
});

test('expires a link whose time ran out while the node was stopped', async () => {
  let now = Date.now();
  const { bridge, linked, link, until, stop, restart } = await startTonConnect({ clock: () => now });
  const wallet = new SimulatedWallet();
  wallet.scan(await link(alice), bridge.url);
  await stop();
  now += 6 * 60_000;
  await wallet.approve();
  await restart();
  expect((await until(alice, () => true)).state).toBe('expired');
  expect(linked).toEqual([]);
});

test('removes data of a session that has ended at the next start', async () => {
  let signedOut = '';
  const node = await startTonConnect({ mayAct: ({ user }) => user !== signedOut });
  await node.link(alice);
  await node.link(bob);
  signedOut = 'alice';
  await node.restart();
  expect(node.service.connectionOf(alice)).toBeUndefined();
  expect(node.service.connectionOf(bob)?.state).toBe('pending');
});

test('removes failed connections at the next start', async () => {
  const node = await startTonConnect();
  const wallet = new SimulatedWallet();
  wallet.scan(await node.link(alice), node.bridge.url);
  await wallet.decline();
  await node.until(alice, ({ state }) => state === 'failed');
  await node.restart();
  expect(node.service.connectionOf(alice)).toBeUndefined();
});

test('removes a wallet that disconnected while the node was stopped, and no other', async () => {
  const { bridge, link, until, stop, restart } = await startTonConnect();
  const wallets = [new SimulatedWallet(), new SimulatedWallet()] as const;
  wallets[0].scan(await link(alice), bridge.url);
  wallets[1].scan(await link(bob), bridge.url);
  await Promise.all(wallets.map((wallet) => wallet.approve()));
  await Promise.all([until(alice, isConnected), until(bob, isConnected)]);
  await stop();
  await wallets[0].disconnect();
  await restart();
  await until(alice, ({ state }) => state === 'failed');
  expect((await until(bob, () => true)).state).toBe('connected');
});

test('continues in another thread when the thread of the SDK is lost', async () => {
  const { bridge, link, until } = await startTonConnect({ restartDelayMs: 50 });
  const started = once(process, 'worker') as Promise<[Worker]>;
  const wallets = [new SimulatedWallet(), new SimulatedWallet()] as const;
  wallets[0].scan(await link(alice), bridge.url);
  wallets[1].scan(await link(bob), bridge.url);
  await wallets[0].approve();
  await until(alice, isConnected);
  const [thread] = await started;
  await thread.terminate();
  await bridge.streamsAre(0);
  await bridge.streamsAre(2);
  await wallets[1].approve();
  await until(bob, isConnected);
  await wallets[0].disconnect();
  await until(alice, ({ state }) => state === 'failed');
});
