import { randomUUID } from 'node:crypto';
import { caution, failed, ok, type ProbeOutcome, type ProbeStep, probe } from '../../core/probe.ts';
import { DatabaseUnavailableError } from './database-error.ts';
import { requireSchema } from './migrate.ts';
import type { PostgresDatabase } from './postgres-database.ts';

const oldestVersion = 15;
/** Difference of the clocks from which proofs and handshakes begin to fail soon. */
const clockLimitMs = 5_000;
const notificationMs = 5_000;

/** Tries everything that replicas need of their database. Leaves nothing there, and ends at the first failure. */
export const probeDatabase = (database: PostgresDatabase, nodeId: string): Promise<ProbeStep[]> =>
  probe(
    [
      ['connect to the database', () => version(database)],
      ['write to it', () => write(database)],
      ['receive a notification', () => notification(database)],
      ['compare the clocks', () => clocks(database)],
      ['survive the loss of the server', () => standby(database)],
      ['use its tables', () => schema(database, nodeId)],
    ],
    reasonOf,
  );

async function version({ query }: PostgresDatabase): Promise<ProbeOutcome> {
  const [server] = await query<{ number: number; name: string; encoding: string; isStandby: boolean }>(
    `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS name,
       current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby"`,
  );
  if (!server) return failed('the server gave no version');
  if (server.isStandby) return failed('this server is a standby, which cannot be written. Name the primary.');
  if (server.encoding !== 'UTF8') return failed(`the database has the encoding ${server.encoding}, not UTF8`);
  const detail = `PostgreSQL ${server.name}`;
  return server.number < oldestVersion * 10_000
    ? caution(`${detail}. Alcove is tested with ${oldestVersion} and newer.`)
    : ok(detail);
}

async function write(database: PostgresDatabase): Promise<ProbeOutcome> {
  const table = `probe_${randomUUID().replaceAll('-', '')}`;
  await database.query(`CREATE TABLE ${table} (value text)`);
  try {
    const value = randomUUID();
    await database.query(`INSERT INTO ${table} VALUES ($1)`, [value]);
    const [row] = await database.query<{ value: string }>(`SELECT value FROM ${table}`);
    return row?.value === value ? ok('the same row') : failed('the database returned another row');
  } finally {
    await database.query(`DROP TABLE ${table}`);
  }
}

/** Follows a channel of its own. A pooler that gives each transaction another connection loses notifications. */
async function notification(database: PostgresDatabase): Promise<ProbeOutcome> {
  const channel = `probe_${randomUUID().replaceAll('-', '')}`;
  const { promise: answered, resolve } = Promise.withResolvers<ProbeOutcome>();
  let sentAt = 0;
  const timer = setTimeout(
    () =>
      resolve(
        failed('no notification. Connect to the server itself, or through a pooler that keeps sessions.'),
      ),
    notificationMs,
  );
  const unfollow = database.follow(channel, {
    notified: async () => resolve(ok(`after ${(performance.now() - sentAt).toFixed(1)} ms`)),
    missed: async () => {
      sentAt = performance.now();
      await database.query(`NOTIFY ${channel}`);
    },
  });
  try {
    return await answered;
  } finally {
    clearTimeout(timer);
    await unfollow();
  }
}

async function clocks({ query }: PostgresDatabase): Promise<ProbeOutcome> {
  const askedAt = Date.now();
  const [row] = await query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  );
  const here = (askedAt + Date.now()) / 2;
  const difference = Math.abs((row?.now ?? 0) - here);
  const detail = `${(difference / 1000).toFixed(1)} s apart`;
  if (difference <= clockLimitMs) return ok(detail);
  return caution(
    `${detail}. Sign-ins and handshakes need right clocks: let both computers follow a time server.`,
  );
}

async function standby({ query }: PostgresDatabase): Promise<ProbeOutcome> {
  const [server] = await query<{ commit: string; standbys: string; fsync: string; pages: string }>(
    `SELECT current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS standbys,
       current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages`,
  );
  if (server?.fsync !== 'on' || server.pages !== 'on') {
    return caution('fsync or full_page_writes is off, so a crash of the server may destroy the database.');
  }
  if (server.commit === 'off') {
    return caution('synchronous_commit is off, so a crash of the server loses what was acknowledged last.');
  }
  if (server.standbys === '' || server.commit === 'local') {
    return caution(
      'there is no synchronous standby, so the loss of this server loses what was acknowledged since its last backup.',
    );
  }
  return ok(`commits wait for a synchronous standby (${server.standbys})`);
}

async function schema(database: PostgresDatabase, nodeId: string): Promise<ProbeOutcome> {
  await requireSchema(database, nodeId);
  return ok('of this version, and of this node');
}

/** Explains the failures that operators meet. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DatabaseUnavailableError)) return messageOf(error);
  return `no answer (${messageOf(error.cause)}). Check the address, and whether the server accepts connections from here.`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
