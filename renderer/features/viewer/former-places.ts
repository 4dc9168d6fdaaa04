import * as z from 'zod';
import { browserStorage } from '../../lib/session/page-storage.ts';
import type { ReadingPlace } from '../../viewer/messages.ts';

const name = 'alcove.reading';
const place = z.object({ chapter: z.int().nonnegative(), part: z.number().min(0).max(1) });
const stored = z.array(z.tuple([z.string(), place]));

/** Returns the place in a book that an earlier version kept in the browser, once. */
export function takeFormerPlace(contentId: string): ReadingPlace | undefined {
  const all = read();
  const former = all.find(([id]) => id === contentId)?.[1];
  if (former) browserStorage.set(name, JSON.stringify(all.filter(([id]) => id !== contentId)));
  return former;
}

function read(): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(browserStorage.get(name) ?? '[]'));
  } catch {
    return [];
  }
}
