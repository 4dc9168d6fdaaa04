import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlaceRecorder, placeOf, positionOf } from '../../../renderer/features/viewer/reading-position.ts';
import type { ReadingPlace } from '../../../renderer/viewer/messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [0, 0],
  [2, 0.25],
  [7, 0.999],
])('the place %i, %f is the same after it was stored', (chapter, part) => {
  const again = placeOf(positionOf({ chapter, part, chapters: 8 }));
  expect(again.chapter).toBe(chapter);
  expect(again.part).toBeCloseTo(part);
});

it('the end of a chapter stays in the chapter', () => {
  expect(placeOf(positionOf({ chapter: 7, part: 1, chapters: 8 }))).toMatchObject({ chapter: 7 });
});

it('sends the latest place after a while, and what is left at the end', () => {
  const sent: ReadingPlace[] = [];
  const recorder = new PlaceRecorder(async (place) => {
    sent.push(place);
    throw new Error('the node is away');
  });
  for (const part of [0.1, 0.2, 0.3]) recorder.follow({ chapter: 1, part });
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(sent).toEqual([{ chapter: 1, part: 0.3 }]);
  recorder.save();
  expect(sent).toHaveLength(1);
  recorder.follow({ chapter: 2, part: 0 });
  recorder.save();
  vi.advanceTimersByTime(3000);
  expect(sent).toEqual([
    { chapter: 1, part: 0.3 },
    { chapter: 2, part: 0 },
  ]);
});
