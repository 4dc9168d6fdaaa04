import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type BackupPreview,
  type BackupRestoreState,
  backupPreview,
  backupRestoreState,
} from '../../../src/contract/dashboard-api/administration/backup-restore.ts';
import { FileSecretStore } from '../../../src/core/data-folder/secrets.ts';
import { backUp } from '../../../src/features/recovery/backup/backup.ts';
import type { BackupManifest } from '../../../src/features/recovery/backup/backup-folder.ts';
import { finishRestore } from '../../../src/features/recovery/restored-folder.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { lightRecovery, recoveryOf } from '../../support/recovery-files.ts';

const passphrase = 'nine ravens over the bridge';

let root: string;
let lost: string;
let disk: string;
let dataDir: string;
let node: TestNode;
let restarts = 0;

beforeEach(async () => {
  root = temporaryFolder();
  lost = join(root, 'lost');
  disk = join(root, 'disk', 'Alcove backup');
  dataDir = join(root, 'data');
  restarts = 0;
});
afterEach(async () => {
  await node.stop();
  rmSync(root, { recursive: true, force: true });
});

const begin = async (folder: string): Promise<TestNode> => {
  node = await startTestNode({ dataDir: folder, restart: () => void (restarts += 1) });
  return node;
};
const store = async (text: string): Promise<string> => {
  const client = node.client(await node.token('storage:write'));
  return ((await client.storage.upload(Buffer.from(text))) as { content_id: string }).content_id;
};
const read = async (id: string) => (await node.ask(`/api/v1/storage/${id}`)).text();

/** Backs up a node with one file, then starts another node in use. */
async function fixture({ nodeKey }: { nodeKey?: string } = {}) {
  const { node: first } = await begin(lost);
  const backedUp = await store('a song');
  await node.stop();
  mkdirSync(join(root, 'disk'));
  await backUp({
    dataDir: lost,
    folder: disk,
    node: nodeKey,
    verify: false,
    onProgress: () => {},
    clock: Date.now,
  });
  await begin(dataDir);
  return { publicKey: first.publicKey, backedUp, own: await store('of the present node') };
}

const request = async (method: string, path = '', body?: object) => {
  const init = { method, ...(body && json(body)) };
  const response = await node.askLocal(`/local/backup/restore${path}`, init);
  return { status: response.status, body: await response.json() };
};
const chosen = (folder: string) => ({ selection_id: node.node.selectFolder(folder, 'backup') });
const previewOf = async (folder: string): Promise<BackupPreview> =>
  backupPreview.parse((await request('POST', '/preview', { from: chosen(folder) })).body);
const start = (folder: string, recovery?: object) =>
  request('POST', '', { from: chosen(folder), ...(recovery && { recovery }) });
const state = async (): Promise<BackupRestoreState> => backupRestoreState.parse((await request('GET')).body);
async function ended(): Promise<BackupRestoreState> {
  await expect.poll(async () => (await state()).running, { timeout: 20_000 }).toBeNull();
  return state();
}

/** Restarts as the shell does. */
async function restart() {
  await node.stop();
  const notices = await finishRestore(dataDir);
  await begin(dataDir);
  return notices;
}

const manifestPath = () => join(disk, 'manifest.json');
const readManifest = () => JSON.parse(readFileSync(manifestPath(), 'utf8')) as BackupManifest;
const changeManifest = (change: (manifest: BackupManifest) => void) => {
  const manifest = readManifest();
  change(manifest);
  writeFileSync(manifestPath(), JSON.stringify(manifest));
};
const stateFolder = () => join(disk, readManifest().state);

/** Makes the backup one of an app with a key store, whose node it names or not. */
function encryptKey(name: string | undefined): void {
  const secrets = join(stateFolder(), 'secrets');
  renameSync(join(secrets, 'node-secret'), join(secrets, 'node-secret.sealed'));
  changeManifest((manifest) => {
    const { 'secrets/node-secret': key, ...files } = manifest.files;
    Object.assign(manifest, {
      public_key: null,
      node: name,
      files: { ...files, 'secrets/node-secret.sealed': key },
    });
  });
}

it('restores a backup over a node in use, whose data stays whole in another folder', async () => {
  const { publicKey, backedUp, own } = await fixture();
  const present = node.node.publicKey;
  // The folder that was chosen for the backup holds it in a subfolder.
  const preview = await previewOf(join(root, 'disk'));
  expect(preview).toMatchObject({ folder: disk, contents: 1, content_bytes: 6, lacking: 0, problems: [] });
  expect(preview).toMatchObject({ public_key: publicKey, key: 'in_backup', made_at: readManifest().made_at });
  expect(await state()).toEqual({ possible: true, running: null, stopped: null, restarting: false });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([]);

  expect(await start(disk)).toMatchObject({
    status: 200,
    body: { running: { folder: disk }, possible: false },
  });
  expect(await ended()).toMatchObject({ restarting: true, stopped: null, possible: false });
  expect(restarts).toBe(1);
  // Until the restart, the present node serves its own files.
  expect(await read(own)).toBe('of the present node');

  const [notice] = await restart();
  expect(node.node.publicKey).toBe(publicKey);
  expect(await read(backedUp)).toBe('a song');
  expect((await node.ask(`/api/v1/storage/${own}`)).status).toBe(404);
  const { reason, params } = notice?.message ?? {};
  expect(reason).toBe('startup.restoredOver');
  await node.stop();
  await begin(String(params?.folder));
  expect(node.node.publicKey).toBe(present);
  expect(await read(own)).toBe('of the present node');
});

it('tells of files that the backup lacks', async () => {
  const { backedUp } = await fixture();
  for (const shard of readdirSync(join(disk, 'blobs')))
    rmSync(join(disk, 'blobs', shard), { recursive: true });
  await start(disk);
  expect(await ended()).toMatchObject({ restarting: true });
  expect((await restart()).map(({ message }) => message)).toMatchObject([
    { reason: 'startup.restoredOver' },
    { reason: 'startup.restoredLacking', params: { count: 1 } },
  ]);
  expect((await node.askLocal(`/local/content/${backedUp}`)).status).toBe(200);
});

it('explains why a folder cannot be restored, and changes nothing', async () => {
  const { own } = await fixture();
  const refusal = async (folder: string) =>
    (await request('POST', '/preview', { from: chosen(folder) })).body;
  expect(await refusal(root)).toMatchObject({ code: 'invalid_request', reason: 'backup.none' });
  expect(await refusal(join(root, 'missing'))).toMatchObject({ reason: 'backup.none' });
  const begun = join(root, 'begun');
  mkdirSync(join(begun, 'unfinished'), { recursive: true });
  expect(await refusal(begun)).toMatchObject({ reason: 'backup.unfinished' });
  expect((await request('POST', '/preview', { from: { selection_id: disk } })).body.code).toBe(
    'folder_not_found',
  );

  const reasons = async () => (await previewOf(disk)).problems.map(({ reason }) => reason);
  const manifest = readFileSync(manifestPath());
  changeManifest((changed) => Object.assign(changed, { content_bytes: 2 ** 52 }));
  expect(await reasons()).toEqual(['backup.noRoom']);
  expect(await start(disk)).toMatchObject({ status: 400, body: { reason: 'backup.noRoom' } });
  writeFileSync(manifestPath(), manifest);

  const settings = join(stateFolder(), 'settings.json');
  const text = JSON.stringify({ node: { type: 'public' } });
  writeFileSync(settings, text);
  // Files that the manifest does not name are not restored.
  expect(await reasons()).toEqual([]);
  changeManifest(({ files }) => {
    files['settings.json'] = { size: text.length, sha256: '0'.repeat(64) };
  });
  expect(await reasons()).toEqual(['backup.settingsUnusable']);
  writeFileSync(manifestPath(), manifest);

  const database = join(stateFolder(), 'alcove.db');
  const bytes = readFileSync(database);
  const newer = Buffer.from(bytes);
  newer.writeUInt32BE(9999, 60);
  writeFileSync(database, newer);
  expect(await reasons()).toEqual(['backup.newer']);
  // The hash shows damage that the size does not show.
  newer.writeUInt32BE(bytes.readUInt32BE(60), 60);
  newer.writeUInt32BE(1, 64);
  writeFileSync(database, newer);
  expect(await reasons()).toEqual([]);
  await start(disk);
  expect((await ended()).stopped?.message?.reason).toBe('backup.stateDamaged');
  truncateSync(database, 4096);
  expect(await reasons()).toEqual(['backup.stateDamaged']);

  expect(await state()).toMatchObject({ possible: true, restarting: false });
  expect(restarts).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([]);
  expect(await read(own)).toBe('of the present node');
});

it('takes the key of a node from its recovery file when another computer encrypted the one in the backup', async () => {
  const { publicKey, backedUp } = await fixture();
  encryptKey(publicKey);
  const secret = new FileSecretStore(lost).load();
  const recovery = async (of?: Buffer) => ({
    file: (await lightRecovery(recoveryOf(of), passphrase)).toString('base64'),
    passphrase,
  });
  expect(await previewOf(disk)).toMatchObject({ key: 'other_computer', public_key: publicKey, problems: [] });
  expect((await start(disk)).body).toMatchObject({ reason: 'backup.keyElsewhere' });
  expect((await start(disk, await recovery())).body).toMatchObject({ reason: 'backup.otherRecovery' });
  const wrong = { ...(await recovery(secret)), passphrase: 'another passphrase' };
  expect((await start(disk, wrong)).body).toMatchObject({ reason: 'recovery.passphraseWrong' });
  expect((await start(disk, await recovery(secret))).status).toBe(200);
  expect(await ended()).toMatchObject({ restarting: true });
  await restart();
  expect(node.node.publicKey).toBe(publicKey);
  expect(await read(backedUp)).toBe('a song');
  expect(existsSync(join(dataDir, 'secrets/node-secret.sealed'))).toBe(false);
});

it('ends when it is cancelled, without a trace', async () => {
  const { publicKey, own } = await fixture();
  const begun = await start(disk);
  expect(begun.body.running).toMatchObject({ folder: disk });
  const { body } = await request('DELETE');
  expect(body).toMatchObject({
    possible: true,
    running: null,
    restarting: false,
    stopped: { message: null },
  });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([]);
  expect(await read(own)).toBe('of the present node');
  await start(disk);
  expect(await start(disk)).toMatchObject({ status: 412, body: { reason: 'recovery.restoreRuns' } });
  await ended();
  await restart();
  expect(node.node.publicKey).toBe(publicKey);
});

it('does not restore where the node cannot restart itself', async () => {
  await fixture();
  await node.stop();
  node = await startTestNode({ dataDir });
  expect((await state()).possible).toBe(false);
  expect(await start(disk)).toMatchObject({ status: 412, body: { reason: 'recovery.restoreByCommand' } });
});

it.skipIf(process.platform === 'win32')('reads no pipe, which might never end', async () => {
  await fixture();
  const replace = (path: string) => {
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
  };
  const [settings, key] = ['settings.json', 'secrets/node-secret.sealed'].map((name) =>
    join(stateFolder(), name),
  );
  replace(String(settings));
  replace(String(key));
  expect(await previewOf(disk)).toMatchObject({ key: 'in_backup', problems: [] });
  changeManifest(({ files }) => {
    files['settings.json'] = { size: 2, sha256: '0'.repeat(64) };
  });
  expect((await previewOf(disk)).problems).toMatchObject([{ reason: 'backup.stateDamaged' }]);
  replace(manifestPath());
  expect((await request('POST', '/preview', { from: chosen(disk) })).body.reason).toBe('backup.unreadable');
});
