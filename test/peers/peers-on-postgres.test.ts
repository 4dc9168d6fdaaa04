import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PeerHistory } from '../../src/features/peers/peer-history.ts';
import { PostgresPeerHistoryStore } from '../../src/features/peers/repository/postgres-peer-history-store.ts';
import { PostgresPeerStore } from '../../src/features/peers/repository/postgres-peer-store.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { DatabaseUnavailableError } from '../../src/platform/postgres/database-error.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { PostgresLeader } from '../../src/platform/postgres/postgres-leader.ts';
import { missingPostgres } from '../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/postgres/two-replicas.ts';
import { longIt } from '../support/random-runs.ts';
import { failureOf } from './describe-peer-store.ts';
import { emptiedPeers } from './describe-replicated-peers.ts';
import { startAnsweringNode } from './support/answering-node.ts';
import { startTestPeers } from './support/test-peers.ts';

const missing = missingPostgres();
/** Long enough for a busy machine. */
const frozenServer = { connect: 5_000, statement: 60_000, answer: 5_000 };

describe.skipIf(missing)(`peers on PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { server, replicas } = {} as TwoReplicas;
  /** Another replica, which changes peers. */
  let other: StoredPeers;

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ server, replicas } = both);
  });
  afterAll(() => both.end());
  beforeEach(async () => {
    await emptiedPeers(replicas[1]);
    other = new StoredPeers(new PostgresPeerStore(replicas[1]));
  });

  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  const open = async (database: PostgresDatabase) => {
    const peers = new StoredPeers(new PostgresPeerStore(database));
    await peers.open(() => {});
    closers.push(() => peers.close());
    return peers;
  };

  it('are read again when the connection for notifications was lost', async () => {
    const peers = await open(replicas[0]);
    await other.add('https://a.example', 'named', 0);
    await expect.poll(() => peers.all()).toHaveLength(1);
    const listeners = "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN alcove_peers'";
    const [killed] = await replicas[1].query<{ pid: number }>(listeners);
    await replicas[1].query('SELECT pg_terminate_backend($1)', [killed?.pid]);
    await other.add('https://b.example', 'named', 0);
    await other.remove('https://a.example');
    const hosts = () => peers.all().map(({ host }) => host);
    await expect.poll(hosts).toEqual(['https://b.example']);
    await other.add('https://c.example', 'named', 0);
    await expect.poll(hosts).toEqual(['https://b.example', 'https://c.example']);
  });

  it('are still known while the network does not respond, when commands fail together', async () => {
    const detour = await server.detour();
    closers.push(() => detour.close());
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    const database = server.open({ url: detour.url, limits: frozenServer, logger });
    closers.push(() => database.close());
    const peers = await open(database);
    await peers.add('https://a.example', 'named', 0);
    detour.setFrozen(true);
    const failures = Array.from({ length: 20 }, () =>
      peers.recordFailure(failureOf('https://a.example', null, 1)),
    );
    const errors = await Promise.all(failures.map((one) => one.catch((error: unknown) => error)));
    expect(errors[0]).toBeInstanceOf(DatabaseUnavailableError);
    // One statement was sent, not twenty.
    expect(new Set(errors).size).toBe(1);
    expect(peers.get('https://a.example')?.failures).toBe(0);
    await other.add('https://b.example', 'named', 0);
    await expect.poll(() => lines.join('')).toContain('notifications of the database were lost');
    detour.setFrozen(false);
    await expect.poll(() => peers.all().length).toBe(2);
    await peers.add('https://c.example', 'named', 0);
    expect(peers.all()).toHaveLength(3);
    // One to follow changes and one of the pool; those without a response are closed.
    await expect.poll(() => detour.connections()).toBe(2);
  });

  longIt(
    'are contacted also while the database is down, and changes fail with a time to try again',
    async () => {
      const stored = new StoredPeers(new PostgresPeerStore(replicas[0]));
      const own = startTestPeers({
        stores: { stored, history: new PostgresPeerHistoryStore(replicas[0]) },
      });
      const node = await startAnsweringNode({ now: () => own.time.now });
      closers.push(() => node.stop());
      await own.peers.open();
      await own.peers.add(node.host);
      await own.peers.runDue();
      await server.end('at once');
      own.time.now += 3_600_000;
      await own.peers.runDue();
      expect(node.handshakes).toHaveLength(3);
      expect(own.logged.join('')).toContain('a handshake could not be recorded');
      expect(own.peers.list()).toMatchObject([{ host: node.host, state: 'compatible' }]);
      const unavailable = { code: 'too_busy', details: { headers: { 'Retry-After': '5' } } };
      await expect(own.peers.add('https://b.example')).rejects.toMatchObject(unavailable);
      await expect(own.peers.remove(node.host)).rejects.toMatchObject(unavailable);
      own.peers.networkChanged();
      await server.start();
      own.time.now += 3_600_000;
      await own.peers.runDue();
      expect(own.peers.list()[0]?.last_contact).toBe(new Date(own.time.now).toISOString());
      await other.add('https://c.example', 'named', 0);
      await expect.poll(() => own.peers.list().length).toBe(2);
      expect((await own.peers.history(node.host)).latencies.length).toBeGreaterThan(0);
      await own.stop();
    },
  );

  it('are contacted in rounds by one replica, and by the next one when that stops', async () => {
    const node = await startAnsweringNode();
    closers.push(node.stop);
    const services = replicas.map((database) =>
      startTestPeers({
        stores: {
          stored: new StoredPeers(new PostgresPeerStore(database)),
          history: new PostgresPeerHistoryStore(database),
        },
        leader: new PostgresLeader(database, { lease: 5_000, abort: 4_000, renew: 200 }),
      }),
    );
    closers.push(...services.map(({ stop }) => stop));
    await other.add(node.host, 'named', 0);
    for (const { peers } of services) await peers.open();
    for (const { peers } of services) await peers.start();
    await expect.poll(() => node.handshakes.length).toBeGreaterThan(0);
    const ledBy = node.handshakes[0]?.public_key;
    const leading = services.find(({ identity }) => identity.id === ledBy);
    const following = services.find((service) => service !== leading);

    const states = () => following?.peers.list().map(({ state }) => state);
    await expect.poll(states).toEqual(['compatible']);
    expect(new Set(node.handshakes.map(({ public_key }) => public_key))).toEqual(new Set([ledBy]));

    await leading?.peers.stop();
    await expect.poll(() => node.handshakes.at(-1)?.public_key).toBe(following?.identity.id);
  });

  it('add up to the same totals, also while these are written', async () => {
    await other.add('a', 'named', 0);
    const histories = replicas.map(
      (database) =>
        new PeerHistory({
          store: new PostgresPeerHistoryStore(database),
          clock: () => 0,
          logger: database.logger,
          onChange: () => {},
        }),
    );
    const [first] = histories;
    for (const history of histories) history.recordExchange('a', { receivedBytes: 10 });
    const writing = histories.map((history) => history.write());
    let isWritten = false;
    const written = Promise.all(writing).finally(() => {
      isWritten = true;
    });
    while (!isWritten) {
      expect(first?.exchanged('a').received_bytes).toBeGreaterThanOrEqual(10);
      await new Promise(setImmediate);
    }
    await written;
    const store = new PostgresPeerHistoryStore(replicas[0]);
    expect((await store.exchanges()).get('a')?.receivedBytes).toBe(20);
  });
});
