import * as z from 'zod';
import { browserStorage } from '../../lib/session/page-storage.ts';
import type { ReadingPlace } from '../../viewer/messages.ts';

const name = 'alcove.reading';
/** Limit of books with stored positions, so that the storage of the browser does not grow without limit. */
const maxBooks = 500;

const stored = z.array(
  z.tuple([z.string(), z.object({ chapter: z.int().nonnegative(), part: z.number().min(0).max(1) })]),
);

/** The last position in each book, by content id, the latest last; stored across pages. */
export const readingPlaces = {
  get: (contentId: string): ReadingPlace | undefined => new Map(read()).get(contentId),
  set: (contentId: string, place: ReadingPlace): void => {
    const others = read().filter(([id]) => id !== contentId);
    browserStorage.set(name, JSON.stringify([...others.slice(1 - maxBooks), [contentId, place]]));
  },
};

function read(): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(browserStorage.get(name) ?? '[]'));
  } catch {
    return [];
  }
}
