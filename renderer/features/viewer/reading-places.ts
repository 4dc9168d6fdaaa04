import * as z from 'zod';
import { browserStorage } from '../../lib/session/page-storage.ts';
import type { ReadingPlace } from '../../viewer/messages.ts';

const name = 'alcove.reading';
/** The most books whose places are kept, so that the storage of the browser does not grow for ever. */
const mostBooks = 500;

const stored = z.array(
  z.tuple([z.string(), z.object({ chapter: z.int().nonnegative(), part: z.number().min(0).max(1) })]),
);

/** Where each book was left, by content id, the latest last; outlives the page. */
export const readingPlaces = {
  get: (contentId: string): ReadingPlace | undefined => new Map(read()).get(contentId),
  set: (contentId: string, place: ReadingPlace): void => {
    const others = read().filter(([id]) => id !== contentId);
    browserStorage.set(name, JSON.stringify([...others.slice(1 - mostBooks), [contentId, place]]));
  },
};

function read(): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(browserStorage.get(name) ?? '[]'));
  } catch {
    return [];
  }
}
