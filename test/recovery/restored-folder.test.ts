import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  finishRestore,
  restoreAtNextStart,
  restoreIntoEmpty,
} from '../../src/features/recovery/restored-folder.ts';
import { lockFolder } from '../../src/platform/sqlite/folder-lock.ts';
import { json, startTestNode, temporaryFolder } from '../support/node/start-test-node.ts';

/** Simulates a kill after so many renames. */
const killed = { after: Number.POSITIVE_INFINITY };
const { renameSync } = fs;
const replaceRename = (replacement: typeof renameSync) => {
  Object.assign(fs, { renameSync: replacement });
  syncBuiltinESMExports();
};
beforeAll(() =>
  replaceRename((from, to) => {
    if (killed.after === 0) throw new Error('killed');
    killed.after -= 1;
    renameSync(from, to);
  }),
);
afterAll(() => replaceRename(renameSync));

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  killed.after = Number.POSITIVE_INFINITY;
  rmSync(dataDir, { recursive: true, force: true });
});

const write = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};
const nodeFiles = ['alcove.db', 'secrets/node-secret', 'settings.json'];
const fill = async (folder: string) => {
  for (const name of nodeFiles) write(join(folder, name), 'restored');
};
const textsIn = (folder: string) => nodeFiles.map((name) => readFileSync(join(folder, name), 'utf8'));
const namesIn = (folder: string) => readdirSync(folder).filter((name) => !/^alcove\.(lock|pid)/.test(name));
const foldersBeforeRestore = () => namesIn(dataDir).filter((name) => name.startsWith('before-restore-'));

/** Of an unused node, in a folder that the desktop shell uses too. */
function fillWithOther(): void {
  for (const name of [...nodeFiles, 'alcove.db-wal', 'blobs/00/x']) write(join(dataDir, name), 'other');
  for (const name of ['window.json', 'browser/Cookies']) write(join(dataDir, name), 'shell');
}

it('completes a restore killed at any point at the next start, without losing earlier files', async () => {
  for (let renames = 0; ; renames += 1) {
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    fillWithOther();
    killed.after = renames;
    const isDecided = await restoreAtNextStart(dataDir, fill).then(
      () => true,
      () => false,
    );
    const isDone = isDecided && (await finishRestore(dataDir).catch(() => undefined)) !== undefined;
    killed.after = Number.POSITIVE_INFINITY;
    const notices = await finishRestore(dataDir);
    if (!isDecided) {
      expect(textsIn(dataDir)).toEqual(['other', 'other', 'other']);
      expect(existsSync(join(dataDir, 'restore.unfinished'))).toBe(false);
      continue;
    }
    const [aside = ''] = foldersBeforeRestore();
    expect(namesIn(dataDir).sort()).toEqual(
      ['alcove.db', aside, 'browser', 'secrets', 'settings.json', 'window.json'].sort(),
    );
    expect(textsIn(dataDir)).toEqual(['restored', 'restored', 'restored']);
    expect(textsIn(join(dataDir, aside))).toEqual(['other', 'other', 'other']);
    expect(readFileSync(join(dataDir, aside, 'blobs/00/x'), 'utf8')).toBe('other');
    expect(readFileSync(join(dataDir, 'window.json'), 'utf8')).toBe('shell');
    if (isDone) {
      expect(renames).toBeGreaterThan(9);
      expect(await finishRestore(dataDir)).toEqual([]);
      return;
    }
    expect(notices.map(({ message }) => message.params)).toEqual([{ folder: join(dataDir, aside) }]);
  }
});

it('moves earlier files of a second restore on the same day to a folder of their own', async () => {
  fillWithOther();
  for (const count of [1, 2]) {
    await restoreAtNextStart(dataDir, fill);
    await finishRestore(dataDir);
    expect(foldersBeforeRestore()).toHaveLength(count);
  }
  const [first = '', second = ''] = foldersBeforeRestore().sort();
  expect(textsIn(join(dataDir, first))).toEqual(['other', 'other', 'other']);
  expect(textsIn(join(dataDir, second))).toEqual(['restored', 'restored', 'restored']);
});

it('keeps the existing node when it fails or is killed before the decision', async () => {
  fillWithOther();
  const full = new Error('no space left');
  const fail = async (folder: string) => {
    await fill(folder);
    throw full;
  };
  await expect(restoreAtNextStart(dataDir, fail)).rejects.toBe(full);
  expect(namesIn(dataDir)).not.toContain('restore.unfinished');
  await fill(join(dataDir, 'restore.unfinished', 'new'));
  expect(await finishRestore(dataDir)).toEqual([]);
  expect(namesIn(dataDir)).not.toContain('restore.unfinished');
  expect(textsIn(dataDir)).toEqual(['other', 'other', 'other']);
});

it('allows a folder with only a killed restore for another restore, but not for a new node', async () => {
  write(join(dataDir, 'restore.unfinished/new/alcove.db'), 'half');
  await expect(finishRestore(dataDir)).rejects.toThrow('was interrupted');
  expect(namesIn(dataDir)).toEqual(['restore.unfinished']);
  await restoreIntoEmpty(dataDir, fill);
  expect(namesIn(dataDir).sort()).toEqual(['alcove.db', 'secrets', 'settings.json']);
});

it('lets one of two concurrent restores into one folder fail, and completes the other', async () => {
  const [first, second] = await Promise.allSettled([
    restoreIntoEmpty(dataDir, fill),
    restoreIntoEmpty(dataDir, fill),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({
    reason: { text: { reason: 'startup.folderInUseBy', params: { pid: process.pid } } },
  });
  expect(textsIn(dataDir)).toEqual(['restored', 'restored', 'restored']);
});

it('removes nothing that was added meanwhile', async () => {
  const fail = async (folder: string) => {
    await fill(folder);
    write(join(dataDir, 'letters/mine'), 'Dear Ada');
    throw new Error('The disk is gone.');
  };
  await expect(restoreIntoEmpty(dataDir, fail)).rejects.toThrow('The disk is gone.');
  expect(namesIn(dataDir)).toEqual(['letters']);
  lockFolder(dataDir).release();
});

it('moves everything in the data folder away', async () => {
  const node = await startTestNode({ dataDir, settings: { chain: { network: 'embedded' } } });
  await node.askLocal('/local/settings', { method: 'PATCH', ...json({ network: { paused: true } }) });
  const made = await node.askLocal('/local/recovery', {
    method: 'POST',
    ...json({ passphrase: 'nine ravens over the bridge' }),
  });
  expect(made.status).toBe(200);
  await expect.poll(() => namesIn(dataDir)).toContain('embedded-chain');
  await node.stop();
  await restoreAtNextStart(dataDir, fill);
  await finishRestore(dataDir);
  expect(namesIn(dataDir).sort()).toEqual(
    ['alcove.db', ...foldersBeforeRestore(), 'secrets', 'settings.json'].sort(),
  );
});
