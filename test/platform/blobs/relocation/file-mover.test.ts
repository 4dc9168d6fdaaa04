import fs from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileMover } from '../../../../src/platform/blobs/relocation/file-mover.ts';
import { BlobFolders } from '../../../../src/platform/blobs/store/blob-folders.ts';
import { DiskSpace } from '../../../../src/platform/blobs/store/disk-space.ts';
import { BlobWorkerClient } from '../../../../src/platform/blobs/worker/blob-worker-client.ts';
import { randomKey } from '../../../support/random-bytes.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

/** Calls back after each check whether a file exists. */
function afterEachCheck(checked: (path: string) => void): void {
  const { existsSync } = fs;
  onTestFinished(() => {
    fs.existsSync = existsSync;
    syncBuiltinESMExports();
  });
  fs.existsSync = (path) => {
    const exists = existsSync(path);
    checked(String(path));
    return exists;
  };
  syncBuiltinESMExports();
}

async function folders(): Promise<BlobFolders> {
  const made = new BlobFolders(await temporaryFolder());
  onTestFinished(() => made.close());
  await made.prepare();
  return made;
}

async function carry(source: string, target: string, from: BlobFolders, to: BlobFolders): Promise<void> {
  const worker = new BlobWorkerClient();
  onTestFinished(() => worker.close());
  const space = new DiskSpace(
    () => to.blobs,
    () => 0,
  );
  const { signal } = new AbortController();
  const carrier = new FileMover({ from, to, worker, space, signal, onDamaged: () => {} });
  await carrier.move({ source, target, inTurn: (task) => task() });
}

test('does not restore a file that leaves the quarantine just before its move', async () => {
  const [from, to] = [await folders(), await folders()];
  const sha256 = randomKey();
  const [source, target] = [from.quarantinePath(sha256), to.quarantinePath(sha256)];
  await writeFile(source, 'damaged');
  afterEachCheck((path) => path === target && fs.rmSync(source, { force: true }));
  await carry(source, target, from, to);
  expect(await to.quarantined()).toEqual([]);
});

test('leaves a file in place while the target folder is missing', async () => {
  const [from, to] = [await folders(), await folders()];
  const sha256 = randomKey();
  const source = from.quarantinePath(sha256);
  await writeFile(source, 'damaged');
  await expect(carry(source, join(to.folder, 'none', 'file'), from, to)).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(await from.quarantined()).toEqual([sha256]);
});
