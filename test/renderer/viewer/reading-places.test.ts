import { expect, it } from 'vitest';
import { readingPlaces } from '../../../renderer/features/viewer/reading-places.ts';

it('lists the books that are begun and not finished, the latest first', () => {
  readingPlaces.set('opened', { chapter: 0, part: 0, chapters: 4 });
  readingPlaces.set('begun', { chapter: 1, part: 0, chapters: 4 });
  readingPlaces.set('finished', { chapter: 3, part: 1, chapters: 4 });
  readingPlaces.set('of an earlier version', { chapter: 1, part: 0.5 });
  readingPlaces.set('halfway', { chapter: 1, part: 0.5, chapters: 3 });
  expect(readingPlaces.unfinished().map(({ contentId, share }) => [contentId, share])).toEqual([
    ['halfway', 0.5],
    ['begun', 0.25],
  ]);
  readingPlaces.set('begun', { chapter: 2, part: 0, chapters: 4 });
  expect(readingPlaces.unfinished()[0]).toMatchObject({ contentId: 'begun', share: 0.5 });
  expect(readingPlaces.get('halfway')).toMatchObject({ chapter: 1, part: 0.5 });
});
