import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { otherDisk } from '../../../support/other-disk.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { Collector, storeBytes, temporaryFolder } from '../support/temporary-store.ts';

if (!otherDisk) console.warn('Moves to another disk are not tested: this computer has one disk only.');

/** Possible targets of a relocation. */
export const disks = otherDisk ? (['the same disk', 'another disk'] as const) : (['the same disk'] as const);

export function folderOn(disk: (typeof disks)[number]): Promise<string> | string {
  if (disk === 'the same disk' || !otherDisk) return temporaryFolder();
  const folder = mkdtempSync(join(otherDisk, 'alcove-blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stores contents of sizes with different code paths. */
export async function storeSome(store: DiskBlobStore, count = 40) {
  const sizes = [0, 100, 70_000, 1_500_000];
  const contents = Array.from({ length: count }, (_, index) => randomBytes(sizes[index % sizes.length] ?? 0));
  // All empty files but one have the same content.
  return Promise.all(contents.map(async (bytes) => ({ bytes, stored: await storeBytes(store, bytes) })));
}

export async function read(store: DiskBlobStore, stored: Awaited<ReturnType<typeof storeBytes>>) {
  const out = new Collector();
  await store.sendTo(out, stored);
  return out.bytes;
}

/** Every file below a folder by its name, except its marker. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort();
}

export const stateOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'storage-folder.json'), 'utf8')) as Record<string, unknown>;
