import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { PostgresDatabase, type PostgresOptions } from '../../../src/platform/postgres/postgres-database.ts';

const run = promisify(execFile);
/** Debian's folder, which is not in the search path, since several versions may be installed. */
const versions = '/usr/lib/postgresql';
const user = 'alcove';
const password = 'correct horse';
const startMs = 60_000;

export interface PostgresServer {
  /** The folder of its socket. */
  folder: string;
  url: string;
  password: string;
  /** Opens a database on the server; the caller closes it. */
  open(more?: Partial<PostgresOptions>): PostgresDatabase;
  start(): Promise<void>;
  /** `at once`: as if it crashed, so that it recovers at its next start. */
  end(how: 'at once' | 'in order'): Promise<void>;
  /** A second way to the server, whose traffic can be stopped. */
  detour(): Promise<Detour>;
  /**
   * Starts a copy that follows this server, and for which each commit waits from now on. It refuses connections until
   * it is promoted.
   */
  standby(): Promise<Standby>;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

export interface Standby {
  /** The folder of its socket. */
  folder: string;
  promote(): Promise<void>;
  remove(): Promise<void>;
}

export interface Detour {
  url: string;
  /** The connections stay open, and nothing passes any more until the next call. */
  setFrozen(isFrozen: boolean): void;
  /** Passes on the next request that contains this text, and closes its connection without the answer. */
  loseAnswerTo(text: string): void;
  connections(): number;
  close(): Promise<void>;
}

/** Returns why there is no PostgreSQL for a test. */
export const missingPostgres = (): string | undefined =>
  programs() === undefined ? `no ${versions}` : undefined;

function programs(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? undefined : join(versions, newest, 'bin');
}

/** Starts a server with an empty database, which listens on a socket of its folder only. */
export async function startPostgres(): Promise<PostgresServer> {
  const owner = await unprivileged();
  const folder = folderOf(owner);
  const process = serverIn(folder, owner);
  try {
    await run(
      join(programs() ?? '', 'initdb'),
      [
        ...['-D', join(folder, 'data'), '-U', user, '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
        ...['--auth', 'scram-sha-256', '--pwfile', join(folder, 'password')],
      ],
      owner ?? {},
    );
    await process.start();
  } catch (error) {
    await process.remove();
    throw error;
  }
  const open = (more: Partial<PostgresOptions> = {}) =>
    new PostgresDatabase({
      url: urlOf(folder, 5432),
      password: () => password,
      logger: pino({ level: 'silent' }),
      ...more,
    });
  const standby = async () => {
    const started = await startStandby(folder, owner);
    const database = open();
    await database.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await database.query('SELECT pg_reload_conf()');
    await database.close();
    return started;
  };
  return {
    folder,
    url: urlOf(folder, 5432),
    password,
    open,
    ...process,
    detour: () => openDetour(folder),
    standby,
  };
}

/** A new folder for a server, with the file of its password. */
function folderOf(owner: Owner | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-pg-'));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`);
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  return folder;
}

function serverIn(
  folder: string,
  owner: Owner | undefined,
  settings: Record<string, string> = {},
): Pick<PostgresServer, 'start' | 'end' | 'remove'> {
  let server: ChildProcess | undefined;
  const end = async (how: 'at once' | 'in order') => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill(how === 'at once' ? 'SIGQUIT' : 'SIGINT');
    await once(server, 'exit');
  };
  return {
    start: async () => {
      server = await startServer(folder, owner, settings);
    },
    end,
    remove: async () => {
      await end('at once');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startStandby(primary: string, owner: Owner | undefined): Promise<Standby> {
  const folder = folderOf(owner);
  // `-R` makes it a standby with the same connection.
  await run(
    join(programs() ?? '', 'pg_basebackup'),
    ['-h', primary, '-U', user, '-D', join(folder, 'data'), '-R', '--no-sync', '--checkpoint=fast'],
    { ...owner, env: { ...process.env, PGPASSWORD: password } },
  );
  const { start, remove } = serverIn(folder, owner, { hot_standby: 'off' });
  await start();
  return {
    folder,
    remove,
    promote: async () => {
      const pgCtl = join(programs() ?? '', 'pg_ctl');
      await run(pgCtl, ['promote', '-D', join(folder, 'data')], owner ?? {});
    },
  };
}

const urlOf = (folder: string, port: number): string =>
  `postgresql://${user}@/postgres?host=${encodeURIComponent(folder)}&port=${port}`;

interface Owner {
  uid: number;
  gid: number;
}

/** The server refuses to run as root. */
async function unprivileged(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'nobody'])).stdout)),
  );
  return { uid, gid };
}

async function startServer(
  folder: string,
  owner: Owner | undefined,
  more: Record<string, string>,
): Promise<ChildProcess> {
  const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...more };
  const server = spawn(
    join(programs() ?? '', 'postgres'),
    [
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    { stdio: 'ignore', ...owner },
  );
  const end = performance.now() + startMs;
  while (!isReady(folder)) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    if (performance.now() > end) throw new Error('PostgreSQL does not start');
    await delay(20);
  }
  return server;
}

/** The last line of the server's file says whether it accepts connections, or whether it is a standby. */
function isReady(folder: string): boolean {
  try {
    const state = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[7]?.trim();
    return state === 'ready' || state === 'standby';
  } catch {
    return false;
  }
}

async function openDetour(folder: string): Promise<Detour> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let lost: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(join(folder, '.s.PGSQL.5432'));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (lost === undefined || from !== client || !bytes.includes(lost)) {
          to.write(bytes);
          return;
        }
        lost = undefined;
        upstream.removeAllListeners('data').resume();
        upstream.end(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  server.listen(join(folder, '.s.PGSQL.5433'));
  await once(server, 'listening');
  return {
    url: urlOf(folder, 5433),
    connections: () => sockets.size / 2,
    loseAnswerTo: (text) => {
      lost = text;
    },
    setFrozen: (value) => {
      isFrozen = value;
      for (const socket of sockets) value ? socket.pause() : socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
