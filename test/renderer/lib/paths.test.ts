import { expect, it } from 'vitest';
import { movedPath, pageAt } from '../../../renderer/lib/paths.ts';

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

it('names the page at a path, except for those without a name in the navigation', () => {
  expect(['/', '/library', '/node/log', '/library/given', '/item/bafkrei'].map(pageAt)).toEqual([
    ...['home', 'library', 'log', undefined, undefined],
  ]);
});
