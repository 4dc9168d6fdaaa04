import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activityEntry } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { type BackupState, backupState } from '../../../src/contract/dashboard-api/administration/backup.ts';
import { backUp } from '../../../src/features/recovery/backup/backup.ts';
import { restore } from '../../../src/features/recovery/backup/restore-backup.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { smallDisk } from '../../support/small-disk.ts';

let root: string;
let dataDir: string;
let running: TestNode;

beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  running = await startTestNode({ dataDir });
});
afterEach(async () => {
  await running.stop();
  rmSync(root, { recursive: true, force: true });
});

const store = async (bytes: Buffer) =>
  void (await running.client(await running.token('storage:write')).storage.upload(bytes));

const request = async (method: string, body?: unknown) => {
  const response = await running.askLocal('/local/backup', {
    method,
    ...(body !== undefined && json(body)),
  });
  return { status: response.status, body: await response.json() };
};

const state = async (): Promise<BackupState> => backupState.parse((await request('GET')).body);

/** Starts a backup as the desktop shell and the page do. */
const start = (folder: string) =>
  request('POST', { to: { selection_id: running.node.selectFolder(folder, 'backup') } });

async function ended(): Promise<BackupState> {
  await expect.poll(async () => (await state()).running, { timeout: 20_000 }).toBeNull();
  return state();
}

it('backs up the running node to a chosen folder, and again to the same one', async () => {
  const disk = join(root, 'disk');
  const folder = join(disk, 'Alcove backup');
  await store(Buffer.from('a song'));
  expect(await state()).toEqual({ running: null, last: null, stopped: null });
  const begun = await start(disk);
  expect(begun).toMatchObject({ status: 200, body: { running: { folder } } });
  expect((await ended()).last).toMatchObject({ folder, contents: 1, content_bytes: 6, added: 1, lacking: 0 });

  await store(Buffer.from('another one'));
  await request('POST', { to: 'again' });
  expect((await ended()).last).toMatchObject({ folder, contents: 2, added: 1 });
  // The chosen folder is the backup itself.
  await start(folder);
  expect(await ended()).toMatchObject({ last: { folder, contents: 2, added: 0 }, stopped: null });

  const { entries } = (await (await running.askLocal('/local/activity?kind=node')).json()) as {
    entries: unknown[];
  };
  expect(entries.map((entry) => activityEntry.parse(entry).detail.reason)).toContain('activity.backedUp');
  const report = await restore({ folder, dataDir: join(root, 'restored'), onProgress: () => {} });
  expect(report).toMatchObject({
    restored: 2,
    lacking: [],
    manifest: { public_key: running.node.publicKey },
  });
});

it('remembers the last backup over a restart', async () => {
  await start(join(root, 'disk'));
  const { last } = await ended();
  await running.stop();
  running = await startTestNode({ dataDir });
  expect((await state()).last).toEqual(last);
});

it('counts a backup as complete that the data folder cannot note', async () => {
  mkdirSync(join(dataDir, 'backup.json'));
  await start(join(root, 'disk'));
  const folder = join(root, 'disk', 'Alcove backup');
  expect(await ended()).toMatchObject({ stopped: null, last: { folder } });
  await request('POST', { to: 'again' });
  expect(await ended()).toMatchObject({ stopped: null, last: { folder } });
});

it('accepts no path and no expired selection', async () => {
  expect((await request('POST', { to: { selection_id: root } })).body.code).toBe('folder_not_found');
  expect((await request('POST', { to: 'again' })).body.code).toBe('folder_not_found');
  expect((await request('POST', { to: { path: root } })).status).toBe(400);
});

it('explains why a folder cannot hold the backup', async () => {
  writeFileSync(join(root, 'a file'), '');
  for (const [folder, reason] of [
    [dataDir, 'backup.inside'],
    [join(root, 'a file'), 'backup.isFile'],
  ] as const) {
    await start(folder);
    expect((await ended()).stopped?.message?.reason).toBe(reason);
  }
  expect(existsSync(join(dataDir, 'Alcove backup'))).toBe(false);
});

it('leaves the files of a folder that only looks like a backup', async () => {
  const stored = 'ab'.padEnd(64, '0');
  const oldStore = join(root, 'an old store');
  mkdirSync(join(oldStore, 'blobs/ab'), { recursive: true });
  writeFileSync(join(oldStore, 'blobs/ab', stored), 'of another node');
  writeFileSync(join(oldStore, 'blobs/photo.jpg'), 'a photo');
  await start(oldStore);
  expect((await ended()).last?.folder).toBe(join(oldStore, 'Alcove backup'));
  expect(readdirSync(join(oldStore, 'blobs'))).toEqual(['ab', 'photo.jpg']);
  expect(existsSync(join(oldStore, 'blobs/ab', stored))).toBe(true);

  const named = { folder: oldStore, dataDir, clock: Date.now, onProgress: () => {}, verify: false };
  rmSync(join(oldStore, 'Alcove backup'), { recursive: true });
  await expect(backUp(named)).rejects.toMatchObject({ text: { reason: 'backup.otherFiles' } });

  const linked = join(root, 'linked');
  await start(linked);
  await ended();
  const backup = join(linked, 'Alcove backup');
  rmSync(join(backup, 'blobs'), { recursive: true });
  symlinkSync(join(oldStore, 'blobs'), join(backup, 'blobs'));
  await start(backup);
  expect((await ended()).stopped?.message?.reason).toBe('backup.otherFiles');
  expect(existsSync(join(oldStore, 'blobs/ab', stored))).toBe(true);
});

it('ends when it is cancelled, and continues the next time', async () => {
  const disk = join(root, 'disk');
  await store(Buffer.from('a song'));
  await start(disk);
  const { body } = await request('DELETE');
  expect(body).toMatchObject({ running: null, last: null, stopped: { message: null } });
  expect(readdirSync(join(disk, 'Alcove backup'))).not.toContain('manifest.json');
  await request('POST', { to: 'again' });
  expect(await ended()).toMatchObject({ last: { contents: 1 }, stopped: null });
});

it('starts when one that is being cancelled has ended', async () => {
  await store(Buffer.from('a song'));
  await start(join(root, 'disk'));
  const [, begun] = await Promise.all([request('DELETE'), start(join(root, 'another'))]);
  expect(begun.body.running?.folder).toBe(join(root, 'another', 'Alcove backup'));
  expect((await ended()).last?.folder).toBe(join(root, 'another', 'Alcove backup'));
});

const small = smallDisk(3);

it.skipIf(small.missing)('explains a full disk', async () => {
  for (const letter of 'abcdefghijkl') await store(Buffer.from(letter.repeat(512 * 1024)));
  await start(small.path);
  expect((await ended()).stopped?.message?.reason).toBe('backup.diskFull');
});
