import { expect, it } from 'vitest';
import { resolveReference } from '../../../../renderer/viewer/epub/book-paths.ts';

it.each([
  ['two.xhtml', 'OPS/text/two.xhtml', ''],
  ['../img/sea.png', 'OPS/img/sea.png', ''],
  ['/img/sea.png', 'img/sea.png', ''],
  ['two.xhtml#boats', 'OPS/text/two.xhtml', 'boats'],
  ['#boats', 'OPS/text/one & 1.xhtml', 'boats'],
  ['the%20sea.png', 'OPS/text/the sea.png', ''],
  ['../../../../etc/passwd', 'etc/passwd', ''],
])('a link in a book to %s leads to %s', (reference, path, fragment) => {
  expect(resolveReference('OPS/text/one & 1.xhtml', reference)).toEqual({ path, fragment });
});

it.each([
  'https://example.org/sea.png',
  '//example.org/sea.png',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'blob:null/1',
  'http://[',
  '%ff.png',
])('a link in a book to %s leads to nothing', (reference) => {
  expect(resolveReference('OPS/text/one.xhtml', reference)).toBeUndefined();
});
