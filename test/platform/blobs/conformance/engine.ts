import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { BlobStore } from '../../../../src/platform/blobs/store/blob-store.ts';
import type { StagedBlob } from '../../../../src/platform/blobs/store/blob-types.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { Collector, inChunks } from '../support/temporary-store.ts';

export const kib = 1024;
export const block = 512 * kib;

/** An open store of an engine, and what tests do behind its back. */
export interface OpenStore {
  store: BlobStore;
  /** Closes the store; repeated calls have no effect. */
  close(): Promise<void>;
  /** Opens the same store again, after `close`. */
  reopen(): Promise<OpenStore>;
  /** Changes one bit of a stored blob. */
  flipBit(sha256: Buffer, position: number): Promise<void>;
  /** Cuts the bytes of a stored blob off at this size. */
  truncate(sha256: Buffer, size: number): Promise<void>;
  /** Loses the bytes of a stored blob. */
  lose(sha256: Buffer): Promise<void>;
  /** Returns the names of files that belong to writes in progress. */
  arriving(): Promise<string[]>;
}

/** An implementation of `BlobStore`, for the tests that every implementation passes. */
export interface BlobEngine {
  name: string;
  /** Opens an empty store. */
  open(): Promise<OpenStore>;
}

/** Opens an empty store, closed at the end of the test. */
export async function openEmpty(engine: BlobEngine): Promise<OpenStore> {
  const opened = await engine.open();
  onTestFinished(() => opened.close());
  return opened;
}

export async function reopened(opened: OpenStore): Promise<OpenStore> {
  await opened.close();
  const again = await opened.reopen();
  onTestFinished(() => again.close());
  return again;
}

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export async function storeRandom(
  store: BlobStore,
  size: number,
): Promise<{ bytes: Buffer; stored: StagedBlob }> {
  const bytes = randomBytes(size);
  return { bytes, stored: await storeBytes(store, bytes) };
}

export async function storeBytes(store: BlobStore, bytes: Buffer): Promise<StagedBlob> {
  const staged = await store.write(inChunks(bytes, 64 * kib), { maxBytes: bytes.length });
  await staged.commit();
  return staged;
}

export async function readAll(store: BlobStore, stored: StagedBlob): Promise<Buffer> {
  const out = new Collector();
  await store.sendTo(out, stored);
  return out.bytes;
}
