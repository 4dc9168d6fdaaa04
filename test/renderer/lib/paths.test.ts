import { expect, it } from 'vitest';
import { movedPath } from '../../../renderer/lib/paths.ts';

it.each([
  ['/file/bafkrei', '/item/bafkrei'],
  ['/content/view/bafkrei', '/item/bafkrei'],
  ['/explore/store/EQabc', '/item/EQabc'],
  ['/market/EQabc', '/item/EQabc'],
  ['/market', '/explore/store'],
  ['/market/', '/explore/store/'],
  ['/content', '/library'],
  ['/contents', null],
  ['/file/', null],
  ['/item/bafkrei', null],
])('%s is now at %s', (before, now) => {
  expect(movedPath(before)).toBe(now);
});
