import { expect, it } from 'vitest';
import { libraryPageOf } from '../../../../renderer/lib/format/file-kind.ts';
import { manifestType } from '../../../../src/contract/collections/media-types.ts';

it.each([
  ['audio/mpeg', 'music'],
  ['video/mp4', 'video'],
  ['image/jpeg', 'photos'],
  ['application/pdf', 'books'],
  ['application/epub+zip', 'books'],
  ['text/plain; charset=utf-8', 'library'],
  [manifestType, 'library'],
  ['', 'library'],
])('%s is listed on the page %s', (type, page) => {
  expect(libraryPageOf(type)).toBe(page);
});
