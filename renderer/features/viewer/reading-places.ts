import * as z from 'zod';
import { browserStorage } from '../../lib/session/page-storage.ts';
import type { ReadingPlace } from '../../viewer/messages.ts';

const name = 'alcove.reading';
/** Limit of books with stored positions, so that the storage of the browser does not grow without limit. */
const maxBooks = 500;
/** Part of a book after which it counts as finished, because appendices follow. */
const finished = 0.97;

const place = z.object({
  chapter: z.int().nonnegative(),
  part: z.number().min(0).max(1),
  chapters: z.int().positive().optional(),
  /** When it was stored, in milliseconds. */
  at: z.number().optional(),
});
const stored = z.array(z.tuple([z.string(), place]));

/** A book that is begun and not finished. */
export interface UnfinishedBook {
  contentId: string;
  /** The part before the position, 0 to 1. */
  share: number;
  /** When it was read, in milliseconds. */
  at: number;
}

/** The last position in each book, by content id, the latest last; stored across pages. */
export const readingPlaces = {
  get: (contentId: string): ReadingPlace | undefined => new Map(read()).get(contentId),
  set: (contentId: string, at: ReadingPlace): void => {
    const others = read().filter(([id]) => id !== contentId);
    const newest = [contentId, { ...at, at: Date.now() }];
    browserStorage.set(name, JSON.stringify([...others.slice(1 - maxBooks), newest]));
  },
  /** Returns the books to be continued, the latest first. */
  unfinished: (): UnfinishedBook[] =>
    read()
      .toReversed()
      .flatMap(([contentId, { chapter, part, chapters = 0, at = 0 }]) => {
        const share = chapters > 0 ? (chapter + part) / chapters : 0;
        return share > 0 && share < finished ? [{ contentId, share, at }] : [];
      }),
};

function read(): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(browserStorage.get(name) ?? '[]'));
  } catch {
    return [];
  }
}
