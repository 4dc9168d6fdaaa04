import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3Client } from '../../../src/platform/blobs/s3/s3-client.ts';
import { testBucket } from './strict-s3.ts';

const run = promisify(execFile);
const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw'] as const;
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
/** Monitors refuse clients with ephemeral ports. */
const ports = { first: 20_000, last: 30_000 };
const limitMs = 120_000;

/** A program that can be killed and started again. */
export interface CephDaemon {
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Ceph {
  endpoint: string;
  gateway: CephDaemon;
  /** The disk of all objects. While it is away, the gateway answers nothing. */
  osd: CephDaemon;
  /** Returns the ids of the running processes. */
  pids(): number[];
  stop(): Promise<void>;
}

/** Returns why there is no Ceph for a test: the program that is missing. */
export const missingCeph = (): string | undefined =>
  programs.find((name) => !folders.some((folder) => existsSync(join(folder, name))));

/** Starts one monitor, one OSD and one gateway, with the user and the bucket of `testBucket`. */
export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-ceph-'));
  const daemons = new Map<string, ChildProcess>();
  const start = (program: string, ...args: string[]) => {
    const log = openSync(join(folder, `${program}.out`), 'a');
    const child = spawn(program, [...args, '-f', '-c', join(folder, 'ceph.conf')], {
      stdio: ['ignore', log, log],
    });
    daemons.set(program, child);
  };
  const stop = async () => {
    for (const child of daemons.values()) await killed(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [v2 = 0, v1 = 0, http = 0] = await freeLowPorts(3);
    const endpoint = `http://127.0.0.1:${http}`;
    await makeMonitor(folder, { v2, v1, http });
    start('ceph-mon', '-i', 'a', '--keyring', join(folder, 'mon.keyring'));
    await makeOsd(folder);
    const startOsd = async () => start('ceph-osd', '-i', '0', '--keyring', join(folder, 'osd.keyring'));
    await startOsd();
    const rights = ['mon', 'allow rw', 'osd', 'allow rwx', '-o', join(folder, 'rgw.keyring')];
    await ceph(folder, 'auth', 'get-or-create', 'client.rgw.test', ...rights);
    const startGateway = async () => {
      start('radosgw', '-n', 'client.rgw.test', '--keyring', join(folder, 'rgw.keyring'));
      await untilAnswers(endpoint);
    };
    await startGateway();
    await makeUserAndBucket(folder, endpoint);
    const kill = async (program: string) => {
      const child = daemons.get(program);
      if (child) await killed(child);
    };
    return {
      endpoint,
      gateway: { kill: () => kill('radosgw'), start: startGateway },
      osd: { kill: () => kill('ceph-osd'), start: startOsd },
      pids: () =>
        [...daemons.values()].flatMap(({ pid, exitCode }) => (pid && exitCode === null ? [pid] : [])),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeMonitor(
  folder: string,
  { v2, v1, http }: Record<'v2' | 'v1' | 'http', number>,
): Promise<void> {
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  const fsid = crypto.randomUUID();
  const address = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  writeFileSync(join(folder, 'ceph.conf'), configuration(folder, { fsid, address, http }));
  const [admin, monitor, map] = ['keyring', 'mon.keyring', 'monmap'].map((name) => join(folder, name));
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
  await run('ceph-authtool', ['--create-keyring', String(admin), '--gen-key', '-n', 'client.admin', ...all]);
  await run('ceph-authtool', [
    ...['--create-keyring', String(monitor), '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'],
  ]);
  await run('ceph-authtool', [String(monitor), '--import-keyring', String(admin)]);
  await run('monmaptool', ['--create', '--addv', 'a', address, '--fsid', fsid, String(map)]);
  await run('ceph-mon', [
    ...['--mkfs', '-i', 'a', '--monmap', String(map), '--keyring', String(monitor)],
    ...['-c', join(folder, 'ceph.conf')],
  ]);
}

async function makeOsd(folder: string): Promise<void> {
  const id = crypto.randomUUID();
  await ceph(folder, 'osd', 'new', id);
  const keyring = join(folder, 'osd.keyring');
  await ceph(
    folder,
    ...['auth', 'get-or-create', 'osd.0', 'mon', 'allow profile osd', 'osd', 'allow *', '-o', keyring],
  );
  writeFileSync(join(folder, 'osd', 'block'), '');
  truncateSync(join(folder, 'osd', 'block'), 4 * 1024 ** 3);
  await run('ceph-osd', [
    ...['-i', '0', '--mkfs', '--osd-uuid', id, '--keyring', keyring, '-c', join(folder, 'ceph.conf')],
  ]);
}

async function makeUserAndBucket(folder: string, endpoint: string): Promise<void> {
  const { accessKeyId, secretAccessKey } = testBucket.credentials;
  const keys = ['--access-key', accessKeyId, '--secret', secretAccessKey];
  const name = ['--uid', 'test', '--display-name', 'test'];
  const config = ['-c', join(folder, 'ceph.conf')];
  await run('radosgw-admin', ['user', 'create', ...name, ...keys, ...config], { timeout: limitMs });
  const client = new S3Client({ ...testBucket, endpoint, prefix: '' });
  const nothing = {
    size: 0,
    sha256: Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex'),
  };
  await client.put('', { ...nothing, read: async function* () {} });
  await client.close();
}

const ceph = (folder: string, ...args: string[]) =>
  run('ceph', ['-c', join(folder, 'ceph.conf'), ...args], { timeout: limitMs });

const configuration = (
  folder: string,
  { fsid, address, http }: { fsid: string; address: string; http: number },
): string => `[global]
fsid = ${fsid}
mon host = ${address}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = bluestore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
ms bind port min = ${ports.first}
ms bind port max = ${ports.last}
[client.rgw.test]
rgw frontends = beast endpoint=127.0.0.1:${http}
rgw run sync thread = false
`;

async function freeLowPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree && !found.includes(port)) found.push(port);
  }
  return found;
}

async function untilAnswers(endpoint: string): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const response = await fetch(endpoint).catch(() => undefined);
    await response?.arrayBuffer();
    if (response) return;
    if (performance.now() > end) throw new Error('The gateway does not answer');
    await delay(250);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
