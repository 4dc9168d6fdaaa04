import { describe } from 'vitest';
import { damagedBlobs } from './damaged-blobs.ts';
import type { BlobEngine } from './engine.ts';
import { partialBlobs } from './partial-blobs.ts';
import { refusedWrites } from './refused-writes.ts';
import { wholeBlobs } from './whole-blobs.ts';

/** The tests that every implementation of `BlobStore` passes. */
export function conformsToBlobStore(engine: BlobEngine): void {
  describe(engine.name, () => {
    describe('whole blobs', () => wholeBlobs(engine));
    describe('damaged blobs', () => damagedBlobs(engine));
    describe('refused writes', () => refusedWrites(engine));
    describe('blobs in parts', () => partialBlobs(engine));
  });
}
