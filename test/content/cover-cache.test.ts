import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { WrongBytesError } from '../../src/core/bytes/wrong-bytes.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { CoverCache } from '../../src/features/content/covers/cover-cache.ts';
import { pictureNamed, svgBomb } from '../support/pictures.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const picture = pictureNamed('a', 48, 48);
const hash = sha256Of(picture);
let isAllowed: boolean;
let changes: number;
let covers: CoverCache;

beforeEach(() => {
  isAllowed = true;
  changes = 0;
  covers = new CoverCache({
    mayFetch: () => isAllowed,
    onStored: () => {
      changes += 1;
    },
  });
});

async function* chunksOf(bytes: Buffer) {
  yield bytes.subarray(0, 10);
  yield bytes.subarray(10);
}

test('keeps a fetched picture, and serves it under its id', async () => {
  expect(covers.isWanted(hash)).toBe(true);
  expect(covers.pathOf(hash)).toBeNull();
  await covers.receive(hash, chunksOf(picture));
  expect(covers.isWanted(hash)).toBe(false);
  expect(covers.pathOf(hash)).toBe(`/covers/${contentIdOf(hash)}`);
  expect(covers.find(hash)).toEqual({ type: 'image/png', bytes: picture });
  expect(changes).toBe(1);
});

test('refuses other bytes, and what may not be shown', async () => {
  await expect(covers.receive(hash, chunksOf(pictureNamed('b', 48, 48)))).rejects.toThrow(WrongBytesError);
  expect(covers.isWanted(hash)).toBe(true);
  const bomb = svgBomb();
  await covers.receive(sha256Of(bomb), chunksOf(bomb));
  expect(covers.find(sha256Of(bomb))).toBeUndefined();
  expect(covers.pathOf(sha256Of(bomb))).toBeNull();
  expect(covers.isWanted(sha256Of(bomb))).toBe(false);
});

test('neither fetches nor shows a file that was blocked meanwhile', async () => {
  await covers.receive(hash, chunksOf(picture));
  isAllowed = false;
  expect(covers.find(hash)).toBeUndefined();
  expect(covers.pathOf(hash)).toBeNull();
  expect(covers.isWanted(hash)).toBe(false);
});
