import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileOpener } from '../../../src/platform/blobs/read/file-opener.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { temporaryFolder } from './support/temporary-store.ts';

/** A clock that advances by the given ms at each call. */
function clock(step: number): () => number {
  let now = 0;
  return () => {
    now += step;
    return now;
  };
}

/** Whether a read completes synchronously. */
async function isAtOnce(reader: FileOpener, path: string): Promise<boolean> {
  let done = false;
  const reading = reader.read(path, 100).then(() => {
    done = true;
  });
  await null;
  await null;
  const atOnce = done;
  await reading;
  return atOnce;
}

test('reads from a fast disk synchronously, and from a slow one asynchronously', async () => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, randomBytes(100));
  const [fast, slow] = [new FileOpener(clock(0.01)), new FileOpener(clock(20))];
  const reads = { fast: 0, slow: 0 };
  for (let count = 0; count < 100; count += 1) {
    if (await isAtOnce(fast, path)) reads.fast += 1;
    if (await isAtOnce(slow, path)) reads.slow += 1;
  }
  expect(reads.fast).toBe(100);
  expect(reads.slow).toBeLessThan(10);
});

test('returns the same bytes either way, or those that exist', async () => {
  const path = join(await temporaryFolder(), 'file');
  const bytes = randomBytes(100);
  await writeFile(path, bytes);
  const reader = new FileOpener(clock(20));
  for (let count = 0; count < 20; count += 1) {
    expect(await reader.read(path, 40)).toEqual(bytes.subarray(0, 40));
    expect(await reader.read(path, 200)).toEqual(bytes);
  }
  await expect(reader.read(`${path}.none`, 1)).rejects.toMatchObject({ code: 'ENOENT' });
});
