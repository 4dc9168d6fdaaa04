import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileSecretStore } from '../../../src/core/data-folder/secrets.ts';
import { FolderSelections } from '../../../src/core/folder-selections.ts';
import { backUp } from '../../../src/features/recovery/backup/backup.ts';
import type { BackupManifest } from '../../../src/features/recovery/backup/backup-folder.ts';
import { BackupRestoreService } from '../../../src/features/recovery/backup/backup-restore-service.ts';
import { restoreInPlace } from '../../../src/features/recovery/backup/restore-backup.ts';
import { RestoreTurn } from '../../../src/features/recovery/restore-turn.ts';
import { restoreAtNextStart } from '../../../src/features/recovery/restored-folder.ts';
import { json, startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

let root: string;
let lost: string;
let disk: string;
let dataDir: string;

/** Makes a backup of a node with one file, and the folder of another node. */
beforeEach(async () => {
  root = temporaryFolder();
  lost = join(root, 'lost');
  disk = join(root, 'disk', 'Alcove backup');
  dataDir = join(root, 'data');
  const node = await startTestNode({ dataDir: lost });
  await node.client(await node.token('storage:write')).storage.upload(Buffer.from('a song'));
  await node.stop();
  mkdirSync(join(root, 'disk'));
  mkdirSync(dataDir);
  await backUp({ dataDir: lost, folder: disk, verify: false, onProgress: () => {}, clock: Date.now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const remains = () => readdirSync(dataDir).filter((name) => name.startsWith('restore'));

/** Restores the backup, and changes something when the files begin to be copied. */
function restoreDuring(change: () => void, secret?: Buffer) {
  let isFirst = true;
  const onProgress = () => {
    if (isFirst) change();
    isFirst = false;
  };
  return restoreInPlace({ folder: disk, dataDir, onProgress, ...(secret && { secret }) });
}

it('does not take files as lacking that are gone with the disk of the backup', async () => {
  const away = join(root, 'away');
  const secret = new FileSecretStore(lost).load();
  // With the key of a recovery file, a restore may need nothing more from the backup than its files.
  for (const key of [undefined, secret]) {
    const restoring = restoreDuring(() => renameSync(join(root, 'disk'), away), key);
    await expect(restoring).rejects.toMatchObject({ text: { reason: 'backup.restoreUnreachable' } });
    renameSync(away, join(root, 'disk'));
  }
  expect(remains()).toEqual([]);
});

it('does not take files as lacking that another backup removed meanwhile', async () => {
  const backUpAgain = () => {
    const path = join(disk, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
    renameSync(join(disk, manifest.state), join(disk, 'state-1'));
    rmSync(join(disk, 'blobs'), { recursive: true });
    writeFileSync(path, JSON.stringify({ ...manifest, state: 'state-1' }));
  };
  await expect(restoreDuring(backUpAgain)).rejects.toMatchObject({ text: { reason: 'backup.changed' } });
  expect(remains()).toEqual([]);
});

it('refuses a database of somebody else whose files never end', async () => {
  const path = join(disk, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
  const file = join(disk, manifest.state, 'alcove.db');
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.exec('ALTER TABLE contents RENAME TO former');
  database.exec('CREATE VIEW contents AS SELECT sha256, size FROM former');
  database.close();
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  manifest.files['alcove.db'] = { size: bytes.length, sha256 };
  writeFileSync(path, JSON.stringify(manifest));
  const restoring = restoreInPlace({ folder: disk, dataDir, onProgress: () => {} });
  await expect(restoring).rejects.toMatchObject({ text: { reason: 'backup.contentsDamaged' } });
  expect(remains()).toEqual([]);
});

it('makes no backup during a restore, because it could remove files from it', async () => {
  const node = await startTestNode({ dataDir, restart: () => {} });
  try {
    const ask = (path: string, body: object) => node.askLocal(path, { method: 'POST', ...json(body) });
    const selected = () => ({ selection_id: node.node.selectFolder(join(root, 'disk'), 'backup') });
    expect((await ask('/local/backup/restore', { from: selected() })).status).toBe(200);
    const refused = await ask('/local/backup', { to: selected() });
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ reason: 'backup.restoreRuns' });
  } finally {
    await node.stop();
  }
});

it('leaves nothing when the last step before the decision fails', async () => {
  const fill = async (folder: string) => void mkdirSync(join(folder, '..', 'lacking'));
  await expect(restoreAtNextStart(dataDir, fill, () => 1)).rejects.toThrow('EISDIR');
  expect(remains()).toEqual([]);
});

it('begins no restore once the node stops', async () => {
  const selections = new FolderSelections(Date.now);
  const service = new BackupRestoreService({
    dataDir,
    selections,
    opensSecret: () => false,
    restart: () => {},
    turn: new RestoreTurn(),
    onChange: () => {},
    logger: { warn: () => {} },
  });
  const starting = service.start(selections.add(disk), undefined);
  await service.stop();
  await expect(starting).rejects.toMatchObject({ code: 'shutting_down' });
  expect(service.state()).toMatchObject({ running: null, possible: true });
});
