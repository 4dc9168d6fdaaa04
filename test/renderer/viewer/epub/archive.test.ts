import { expect, it } from 'vitest';
import { BookArchive } from '../../../../renderer/viewer/epub/archive.ts';
import { bookFiles, epub } from '../../../support/books.ts';

const open = (bytes: Buffer) =>
  BookArchive.open(async (from, length) => bytes.subarray(from, from + length), bytes.length);

const zeros = Buffer.alloc(20_000_000);

it('reads a file of an archive', async () => {
  const archive = await open(await epub(bookFiles({ 'OPS/note.txt': 'Größe' })));
  expect(await archive.readText('OPS/note.txt', { remaining: 100 })).toBe('Größe');
  expect(archive.has('OPS/other.txt')).toBe(false);
  await expect(archive.read('OPS/other.txt', { remaining: 100 })).rejects.toMatchObject({
    reason: 'unreadable',
  });
});

it('reads texts by their byte order mark', async () => {
  const archive = await open(await epub({ 'a.txt': Buffer.from('\ufeffGröße', 'utf16le') }));
  expect(await archive.readText('a.txt', { remaining: 100 })).toBe('Größe');
});

it('stops decompressing a file at the limit', async () => {
  const bytes = await epub({ bomb: zeros });
  expect(bytes.length).toBeLessThan(100_000);
  const budget = { remaining: 1_000_000 };
  await expect((await open(bytes)).read('bomb', budget)).rejects.toMatchObject({ reason: 'too_large' });
  expect(budget.remaining).toBeGreaterThan(-2_000_000);
});

it('stops decompressing when several files together exceed the limit', async () => {
  const archive = await open(await epub({ one: zeros, two: zeros }));
  const budget = { remaining: 30_000_000 };
  expect((await archive.read('one', budget)).size).toBe(zeros.length);
  await expect(archive.read('two', budget)).rejects.toMatchObject({ reason: 'too_large' });
});

it('limits decompressed bytes when an archive states smaller sizes', async () => {
  const bytes = await epub({ bomb: zeros });
  const stated = Buffer.alloc(4);
  stated.writeUInt32LE(zeros.length);
  for (let at = bytes.indexOf(stated); at >= 0; at = bytes.indexOf(stated, at + 1))
    bytes.writeUInt32LE(10, at);
  const budget = { remaining: 1_000_000 };
  await expect(open(bytes).then((archive) => archive.read('bomb', budget))).rejects.toThrow();
  expect(budget.remaining).toBeGreaterThan(-2_000_000);
});

it('refuses an archive of too many files', async () => {
  await expect(open(emptyFiles(20_001))).rejects.toMatchObject({ reason: 'too_large' });
});

/** Makes the directory of an archive of many empty files, which `epub` would take long for. */
function emptyFiles(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, n) => {
    const header = Buffer.alloc(46);
    const name = Buffer.from(String(n));
    header.writeUInt32LE(0x02014b50);
    header.writeUInt16LE(name.length, 28);
    return Buffer.concat([header, name]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([directory, end]);
}

it('reads the directory of an archive of many files', async () => {
  expect((await open(emptyFiles(20_000))).has('19999')).toBe(true);
});

it.each([
  ['no archive', Buffer.from('nothing of the kind')],
  ['an empty file', Buffer.alloc(0)],
])('does not open %s as a book', async (_name, bytes) => {
  await expect(open(bytes)).rejects.toThrow();
});
