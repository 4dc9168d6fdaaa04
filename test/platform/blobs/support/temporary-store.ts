import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { StagedBlob } from '../../../../src/platform/blobs/store/blob-types.ts';
import {
  DiskBlobStore,
  type DiskBlobStoreOptions,
} from '../../../../src/platform/blobs/store/disk-blob-store.ts';

/** Creates a temporary data folder, which is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function openStore(options: DiskBlobStoreOptions): Promise<DiskBlobStore> {
  const store = new DiskBlobStore(options);
  await store.open();
  onTestFinished(() => store.close());
  return store;
}

export async function temporaryStore(): Promise<{ dataDir: string; store: DiskBlobStore }> {
  const dataDir = await temporaryFolder();
  return { dataDir, store: await openStore({ dataDir }) };
}

/** Stores bytes that arrive in chunks of the given size. */
export async function storeBytes(
  store: DiskBlobStore,
  bytes: Buffer,
  chunkSize = 64 * 1024,
): Promise<StagedBlob> {
  const staged = await store.write(inChunks(bytes, chunkSize), { maxBytes: bytes.length });
  await staged.commit();
  return staged;
}

export function inChunks(bytes: Buffer, chunkSize: number): Readable {
  let position = 0;
  return new Readable({
    highWaterMark: chunkSize,
    read() {
      const chunk = bytes.subarray(position, position + chunkSize);
      position += chunk.length;
      this.push(chunk.length > 0 ? Buffer.from(chunk) : null);
    },
  });
}

/** Returns the hashes in the order in which the store lists its files. */
export async function hashesOf(store: DiskBlobStore): Promise<Buffer[]> {
  const listed: Buffer[] = [];
  await store.removeOrphans((hashes) => {
    listed.push(...hashes);
    return hashes.map(() => true);
  });
  return listed;
}

export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((onResolve) => {
    resolve = onResolve;
  });
  return { promise, resolve };
}

/** Copies the bytes that a client receives, because the sender reuses its buffer. */
export class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Returns every file of a store, by its path in the data folder. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
}

export const pathOf = (dataDir: string, sha256: Buffer): string =>
  join(dataDir, 'blobs', sha256.toString('hex').slice(0, 2), sha256.toString('hex'));
