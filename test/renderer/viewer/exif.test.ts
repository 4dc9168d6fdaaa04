import { expect, test } from 'vitest';
import { takenAt } from '../../../renderer/viewer/media/exif.ts';
import { exifOf, jpegWithExif, pngChunk, pngOf, samplePictures } from '../../support/pictures.ts';
import { randomFrom } from '../../support/seeded.ts';

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
const date = '2026:05:03 14:22:10';
const { jpeg, webp } = samplePictures;

const chunk = Buffer.alloc(8);
chunk.write('EXIF');
chunk.writeUInt32LE(exifOf(date).length, 4);

test.each([
  ['a JPEG', jpegWithExif(jpeg, exifOf(date))],
  ['a JPEG of a little-endian camera', jpegWithExif(jpeg, exifOf(date, true))],
  ['a PNG', pngOf(2, 2, [pngChunk('tEXt', Buffer.from('a\0b')), pngChunk('eXIf', exifOf(date))])],
  ['a WebP', Buffer.concat([webp, chunk, exifOf(date)])],
])('reads when %s was taken', (_, picture) => {
  expect(takenAt(bufferOf(picture))).toBe('2026-05-03T14:22:10');
});

test.each([
  ['no Exif data', jpeg],
  ['an empty date', jpegWithExif(jpeg, exifOf('    :  :     :  :  '))],
  ['no date at all', jpegWithExif(jpeg, exifOf('0000:00:00 00:00:00'))],
  ['no such day', jpegWithExif(jpeg, exifOf('2026:13:41 00:00:00'))],
  ['other bytes', Buffer.from('GIF89a')],
  ['nothing', Buffer.alloc(0)],
])('finds no date in a picture with %s', (_, picture) => {
  expect(takenAt(bufferOf(picture))).toBeNull();
});

test('ends with a date or none for damaged pictures', () => {
  const random = randomFrom(20);
  const picture = jpegWithExif(jpeg, exifOf(date));
  for (let n = 0; n < 2000; n += 1) {
    const damaged = Buffer.from(picture.subarray(0, Math.floor(random() * picture.length)));
    for (let m = 0; m < 3 && damaged.length > 0; m += 1) {
      damaged[Math.floor(random() * Math.min(100, damaged.length))] = Math.floor(random() * 256);
    }
    expect(takenAt(bufferOf(damaged)) ?? '2026-01-01T00:00:00').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  }
});
