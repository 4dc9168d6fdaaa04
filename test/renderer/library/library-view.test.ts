import { expect, test } from 'vitest';
import { kindAt, storedView, usualDirection } from '../../../renderer/features/library/view/library-view.ts';

test('the library has a kind for each tab', () => {
  expect(['/library', '/library/music', '/library/files', '/library/'].map(kindAt)).toEqual([
    'all',
    'music',
    'files',
    'all',
  ]);
});

test('reads a stored view, if it is valid', () => {
  const stored = { layout: 'list', sort: 'title', direction: 'ascending', density: 'compact' } as const;
  expect(storedView('music', JSON.stringify(stored))).toEqual(stored);
  for (const other of [null, '', '{', '{"layout":"heap"}', '[]']) {
    expect(storedView('music', other)).toMatchObject({ layout: 'grid', sort: 'added' });
  }
  expect(storedView('files', null).layout).toBe('list');
  expect(storedView('all', null).layout).toBe('list');
});

test('names begin at A, all else with the newest, longest and largest', () => {
  const sorts = ['added', 'title', 'author', 'length', 'size'] as const;
  expect(sorts.filter((sort) => usualDirection(sort) === 'ascending')).toEqual(['title', 'author']);
});
