import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveToFree } from '../../../electron/downloads/move-to-free.ts';

/** A disk without hard links. */
const noLink = () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));

test.each([
  ['with hard links', link],
  ['without hard links', noLink],
])('numbers files whose name is taken, and replaces none, on a disk %s', async (_disk, hardLink) => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = ['song.mp3', 'song.mp3', 'song.mp3', 'notes', 'notes'];
  await Promise.all(
    names.map(async (name, index) => {
      const part = join(folder, `.${index}.part`);
      writeFileSync(part, String(index));
      await moveToFree(part, join(folder, name), hardLink);
    }),
  );
  const there = readdirSync(folder).sort();
  expect(there).toEqual(['notes', 'notes (2)', 'song (2).mp3', 'song (3).mp3', 'song.mp3']);
  const texts = there.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(texts.sort()).toEqual(['0', '1', '2', '3', '4']);
});
