import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replicatedTables } from '../../src/app/cluster/replicated-tables.ts';
import { type Leader, type Lease, untilAborted } from '../../src/core/concurrency/leader.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../src/platform/replication/replicated-commands.ts';
import { emptiedRows } from '../content/replicated/replica.ts';
import { patience } from '../support/patience.ts';
import { missingPostgres } from '../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/postgres/two-replicas.ts';
import { type RecordingHost, respond, startRecordingHost } from './recording-host.ts';
import { type Sharer, sha256Of, startSharer } from './sharer.ts';

const missing = missingPostgres();

describe.skipIf(missing)(`sharing by replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let host: RecordingHost;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    both = await startTwoReplicas();
  });
  afterAll(() => both.end());
  beforeEach(async () => {
    await both.replicas[0].query('TRUNCATE leaders');
    await emptiedRows(both.replicas[0]);
    host = await startRecordingHost();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
    await host.stop();
  });

  /** Takes the lead from whoever has it. */
  async function takeLead(): Promise<Lease> {
    const holder = randomUUID();
    const [row] = await both.replicas[0].query<{ fence: number }>(
      `INSERT INTO leaders (job, holder, expires_at) VALUES ('sharing', $1, now() + interval '1 day')
       ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, fence = excluded.fence RETURNING fence`,
      [holder],
    );
    return { job: 'sharing', holder, fence: row?.fence ?? 0 };
  }

  /** A leader that does not notice when another one takes the lead; without a lease, it never leads. */
  const leaderWith = (lease?: Lease): Leader => ({
    run: (_, work) => {
      const stopping = new AbortController();
      const running = lease ? work(stopping.signal, lease) : untilAborted(stopping.signal);
      return async () => {
        stopping.abort();
        await running;
      };
    },
  });

  async function replica(database: PostgresDatabase, lease?: Lease, picture?: Buffer) {
    let commands: ReplicatedCommands | undefined;
    const sharer = await startSharer({
      ...(picture && { thumbnail: () => ({ type: 'image/png', bytes: picture }) }),
      replica: {
        leader: leaderWith(lease),
        commandsOf: async (db) => {
          commands = new ReplicatedCommands({ database, db, tables: replicatedTables });
          await commands.open();
          return commands;
        },
      },
    });
    closers.push(async () => {
      await sharer.sharing.stop();
      await commands?.close();
      await sharer.stop();
    });
    await sharer.addPeer(host.host);
    return sharer;
  }

  const stateAt = ({ shareOf }: Sharer, sha256: Buffer) =>
    expect.poll(() => shareOf(sha256, host.host)?.state, patience);

  it('sends and unshares at one what was requested at the other', async () => {
    const other = await replica(both.replicas[1]);
    const leader = await replica(both.replicas[0], await takeLead());
    await other.sharing.signIn(host.host);
    const sha256 = await leader.addContent(Buffer.from('A song.'));
    await expect.poll(() => other.hasContent(sha256), patience).toBe(true);
    await other.sharing.share(sha256, { host: host.host, listed: true });
    for (const one of [leader, other]) await stateAt(one, sha256).toBe('shared');
    expect(host.stored()).toEqual([contentIdOf(sha256)]);
    await expect.poll(() => host.described(sha256).at(-1)?.published, patience).toBe(true);

    await other.sharing.share(sha256, { host: host.host, listed: false });
    await expect.poll(() => host.described(sha256).at(-1)?.published, patience).toBe(false);
    await other.sharing.unshare(sha256, host.host);
    for (const one of [leader, other]) await stateAt(one, sha256).toBeUndefined();
    expect(host.stored()).toEqual([]);
    // Once each, although all replicas see the rows.
    const { requests } = host;
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('continues at the one that sends after a new sign-in at the other', async () => {
    const other = await replica(both.replicas[1]);
    const leader = await replica(both.replicas[0], await takeLead());
    await other.sharing.signIn(host.host);
    const sha256 = await leader.addContent(Buffer.from('A song.'));
    await expect.poll(() => other.hasContent(sha256), patience).toBe(true);
    host.answer = (_, response) => {
      response.writeHead(429, { 'Retry-After': '3600' }).end();
      return true;
    };
    await other.sharing.share(sha256, { host: host.host, listed: true });
    await expect.poll(() => other.shareOf(sha256, host.host)?.message ?? null, patience).not.toBeNull();
    host.answer = () => false;
    await other.sharing.signIn(host.host);
    await stateAt(leader, sha256).toBe('shared');
  });

  it('does not hurry where a host begins sessions and rejects them', async () => {
    const leader = await replica(both.replicas[0], await takeLead());
    await leader.sharing.signIn(host.host);
    host.answer = (_, response) => {
      respond(response, 401, { code: 'unauthorized' });
      return true;
    };
    const bytes = [Buffer.from('One.'), Buffer.from('Two.'), Buffer.from('Three.')];
    const songs = await Promise.all(bytes.map((one) => leader.addContent(one)));
    for (const song of songs) await leader.sharing.share(song, { host: host.host, listed: true });
    const messages = () => songs.map((song) => leader.shareOf(song, host.host)?.message?.reason);
    const rejected = songs.map(() => 'sharing.sessionRejectedLater');
    await expect.poll(messages, patience).toEqual(rejected);
    await delay(2_000);
    expect(messages()).toEqual(rejected);
    // Each is sent again once, in a new session.
    expect(host.requests).toHaveLength(2 * songs.length);
  });

  it('sends the picture of the one that sends', async () => {
    const [own, others] = [Buffer.from('its picture'), Buffer.from('the picture of another')];
    const other = await replica(both.replicas[1], undefined, others);
    const leader = await replica(both.replicas[0], await takeLead(), own);
    await other.sharing.signIn(host.host);
    const sha256 = await leader.addContent(Buffer.from('A song.'));
    await expect.poll(() => other.hasContent(sha256), patience).toBe(true);
    await other.sharing.share(sha256, { host: host.host, listed: true });
    const cover = contentIdOf(sha256Of(own));
    await expect.poll(() => host.described(sha256).at(-1)?.cover_id, patience).toBe(cover);
    expect(host.stored().toSorted()).toEqual([contentIdOf(sha256), cover].toSorted());
    await other.sharing.unshare(sha256, host.host);
    await expect.poll(() => host.stored(), patience).toEqual([]);
  });

  it('sends no picture of a content that another replica has unshared meanwhile', async () => {
    const leader = await replica(both.replicas[0], await takeLead(), Buffer.from('its picture'));
    await leader.sharing.signIn(host.host);
    const sha256 = await leader.addContent(Buffer.from('A song.'));
    const key = { sha256, host: host.host };
    await leader.sharing.share(sha256, { host: host.host, listed: true });
    await expect.poll(() => host.stored(), patience).toHaveLength(2);
    await expect.poll(() => leader.describedAt(sha256, host.host) ?? 0, patience).toBeGreaterThan(0);
    const unshared = leader.sharing.unshare(sha256, host.host);
    // The share is still there when its pictures are checked, and no longer when they would be added.
    leader.sharing.sharesChanged([{ ...key, isNewState: false }], false);
    await unshared;
    const rows = leader.db.prepare(
      'SELECT sha256 FROM shares UNION ALL SELECT companion FROM share_companions',
    );
    await expect.poll(() => rows.all(), patience).toEqual([]);
    expect(host.stored()).toEqual([]);
  });

  it('refuses what a replica records that was paused while it sent', async () => {
    const paused = await replica(both.replicas[0], await takeLead());
    await paused.sharing.signIn(host.host);
    const sha256 = await paused.addContent(Buffer.from('A song.'));
    const sent = Promise.withResolvers<void>();
    const followed = Promise.withResolvers<void>();
    host.answer = async () => {
      sent.resolve();
      await followed.promise;
      return false;
    };
    await paused.sharing.share(sha256, { host: host.host, listed: false });
    await sent.promise;
    await takeLead();
    followed.resolve();
    await expect.poll(() => paused.sharing.transfers()[0]?.state, patience).toBe('waiting');
    expect(host.stored()).toEqual([contentIdOf(sha256)]);
    expect(paused.shareOf(sha256, host.host)).toMatchObject({ state: 'waiting', message: null });
    const [row] = await both.replicas[0].query<{ state: string }>(
      "SELECT data->>'state' AS state FROM replicated_rows WHERE table_name = 'shares'",
    );
    expect(row).toEqual({ state: 'waiting' });
    expect(paused.logged.join()).not.toContain('could not be recorded');
  });
});
