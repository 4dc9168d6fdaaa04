import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { createRequest } from '../../src/features/peers/handshake/handshake-request.ts';
import { type AnsweringNode, startAnsweringNode } from '../peers/support/answering-node.ts';
import { startTestPeers, type TestPeers, type TestPeersOptions } from '../peers/support/test-peers.ts';
import { type ConnectionTrap, startConnectionTrap, watchConnections } from './support/connection-trap.ts';

/** A computer that can route to it may wait for each attempt to time out. */
const patience = 120_000;

/** Counts as public, and is unreachable: this network is not assigned. */
const nowhere = { address: '2fff:ffff::1', family: 6 };
const local = { address: '127.0.0.1', family: 4 };

let hostile: AnsweringNode;
let trap: ConnectionTrap;
let own: TestPeers;
let watched: ReturnType<typeof watchConnections>;

beforeEach(async () => {
  [hostile, trap] = await Promise.all([startAnsweringNode(), startConnectionTrap()]);
  watched = watchConnections();
});
afterEach(async () => {
  watched.end();
  await own.stop();
  await Promise.all([hostile.stop(), trap.stop()]);
});

const start = (options: TestPeersOptions) => {
  own = startTestPeers({ allowPrivateHosts: false, ...options });
};
/** The connection attempts of the process, except to the malicious node itself, which the owner added. */
const otherAttempts = (): string[] => watched.attempts.filter((address) => address !== '127.0.0.1');

const spellings = [
  'http://127.0.0.1:PORT',
  'http://localhost:PORT',
  'http://127.1:PORT',
  'http://2130706433:PORT',
  'http://0177.0.0.1:PORT',
  'http://0x7f000001:PORT',
  'http://0:PORT',
  'http://[::1]:PORT',
  'http://[::]:PORT',
  'http://[::ffff:127.0.0.1]:PORT',
  'http://[::ffff:7f00:1]:PORT',
  'http://[::127.0.0.1]:PORT',
  'http://[64:ff9b::7f00:1]:PORT',
  'http://[64:ff9b:1::7f00:1]:PORT',
  'http://[2002:7f00:1::]:PORT',
  'http://[fe80::1]:PORT',
  'http://[fd00::1]:PORT',
  'http://10.0.0.1:PORT',
  'http://192.168.0.1:PORT',
  'http://172.16.0.1:PORT',
  'http://100.64.0.1:PORT',
  'http://169.254.169.254',
  'http://local.example:PORT',
  'http://user:secret@127.0.0.1:PORT',
  'http://127.0.0.1:PORT/path',
  'HTTP://LOCALHOST:PORT',
];

describe('hosts named by a malicious node', () => {
  it('are not connected to in any spelling', async () => {
    start({ resolve: async () => [local] });
    hostile.known = spellings.map((host) => ({
      ...hostile.listing(),
      public_key: identityFromSeed(Buffer.alloc(32, host.length)).id,
      public_host: host.replace('PORT', String(trap.port)),
    }));
    expect(await own.peers.add(hostile.host)).toMatchObject({ state: 'compatible' });
    await own.peers.settled();
    for (const { host } of own.peers.list()) if (host !== hostile.host) await own.peers.retry(host);
    const others = own.peers.list().filter(({ host }) => host !== hostile.host);
    expect(others.length).toBeGreaterThan(5);
    for (const { failure } of others) expect(failure?.code).toBe('address_not_allowed');
    expect(trap.connections).toBe(0);
    expect(otherAttempts()).toEqual([]);
  });

  it('are not connected to when it claims to be them', async () => {
    start({ resolve: async () => [local] });
    for (const spelling of spellings) {
      const host = spelling.replace('PORT', String(trap.port));
      const claimed = URL.canParse(host) ? new URL(host).origin : host;
      own.peers.verifyClaim(claimed, requestFrom(1, claimed));
      await own.peers.settled();
    }
    expect(trap.connections).toBe(0);
    expect(watched.attempts).toEqual([]);
    expect(own.peers.list()).toEqual([]);
  });

  it(
    'that are public at first and private later are not connected to there',
    async () => {
      const answers = [[nowhere], [local], [nowhere, local], [local]];
      let lookups = 0;
      start({ resolve: async () => answers[lookups++] ?? [local] });
      const host = `http://rebind.example:${trap.port}`;
      hostile.known = [{ ...hostile.listing(), public_host: host }];
      await own.peers.add(hostile.host);
      await own.peers.settled();
      for (let i = 0; i < 4; i++) await own.peers.retry(host);
      expect(lookups).toBe(5);
      expect(trap.connections).toBe(0);
      expect(new Set(otherAttempts())).toEqual(new Set([nowhere.address]));
    },
    patience,
  );

  it('that complete a handshake and later move to a private address are not connected to there', async () => {
    let address = local;
    const learned = await startAnsweringNode();
    start({ allowPrivateHosts: true, resolve: async () => [address] });
    const host = `http://turns.example:${new URL(learned.host).port}`;
    learned.statedHost = host;
    hostile.known = [{ ...learned.listing(), public_host: host }];
    await own.peers.add(hostile.host);
    await own.peers.settled();
    expect(own.peers.usable().find((peer) => peer.host === host)).toMatchObject({ trust: 'proven' });
    const { stored } = own;
    const strict = startTestPeers({ allowPrivateHosts: false, resolve: async () => [address] });
    for (const row of stored.all()) {
      await strict.stored.learn([row.host], strict.time.now, { max: 10, periodMs: 1, peers: 10 });
      await strict.stored.recordProof({
        ...row,
        publicKey: row.publicKey ?? '',
        version: row.version ?? '',
        compatibility: 'compatible',
        at: strict.time.now,
        otherHostsNextAttempt: strict.time.now,
      });
    }
    address = { address: '10.0.0.1', family: 4 };
    expect(await strict.peers.retry(host)).toMatchObject({ failure: { code: 'address_not_allowed' } });
    expect(otherAttempts()).toEqual([]);
    await strict.stop();
    await learned.stop();
  });
});

const requestFrom = (number: number, publicHost: string) => {
  const seed = Buffer.alloc(32);
  seed.writeUInt32BE(number);
  return createRequest(
    identityFromSeed(seed),
    { version: '1.0.0', node_type: 'public', public_host: publicHost, metrics: {}, capabilities: [] },
    { now: own.time.now },
  );
};

describe('ten thousand names at one victim’s address', () => {
  it(
    'cause a few connections a minute, by claims and by lists',
    async () => {
      start({ resolve: async () => [nowhere] });
      const request = requestFrom(1, 'http://n.example');
      for (let i = 0; i < 10_000; i++) {
        own.peers.verifyClaim(`http://n${i}.example:${1000 + (i % 50_000)}`, request);
        if (i % 500 === 0) await own.peers.settled();
      }
      await own.peers.settled();
      expect(otherAttempts().length).toBeLessThanOrEqual(8);
      hostile.known = Array.from({ length: 256 }, (_, i) => ({
        ...hostile.listing(),
        public_host: `http://m${i}.example`,
      }));
      await own.peers.add(hostile.host);
      await own.peers.settled();
      expect(otherAttempts().length).toBeLessThanOrEqual(8);
      expect(otherAttempts().length).toBeGreaterThan(0);
      expect(own.peers.knownNodes().nodes).toHaveLength(1);
    },
    patience,
  );
});
