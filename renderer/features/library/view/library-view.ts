import { useState } from 'react';
import * as z from 'zod';
import {
  type ContentKind,
  type ContentSort,
  contentKinds,
  contentSorts,
} from '../../../../src/contract/dashboard-api/library/content-lists.ts';
import { browserStorage } from '../../../lib/session/page-storage.ts';

/** A tab of the library: one kind of files, or all. */
export type LibraryKind = ContentKind | 'all';

const libraryView = z.object({
  layout: z.enum(['grid', 'list']),
  sort: z.enum(contentSorts),
  direction: z.enum(['ascending', 'descending']),
  density: z.enum(['normal', 'compact']),
});
/** The way in which the files of a kind are shown. */
export type LibraryView = z.infer<typeof libraryView>;

/** Returns the kind of a tab by the last part of its path. */
export function kindAt(pathname: string): LibraryKind {
  return contentKinds.find((kind) => pathname.endsWith(`/${kind}`)) ?? 'all';
}

/** Returns the default direction of an order: new, long and large files first. */
export function usualDirection(sort: ContentSort): LibraryView['direction'] {
  return sort === 'title' || sort === 'author' ? 'ascending' : 'descending';
}

const nameOf = (kind: LibraryKind) => `alcove library ${kind}`;

/** Returns the stored view of a kind. */
export function storedView(kind: LibraryKind, stored: string | null): LibraryView {
  const usual: LibraryView = {
    layout: kind === 'all' || kind === 'files' ? 'list' : 'grid',
    sort: kind === 'photos' ? 'taken' : 'added',
    direction: 'descending',
    density: 'normal',
  };
  try {
    return libraryView.parse(JSON.parse(stored ?? ''));
  } catch {
    return usual;
  }
}

/** Returns the view of a kind of files; stores its changes. */
export function useLibraryView(kind: LibraryKind) {
  const [view, setView] = useState(() => storedView(kind, browserStorage.get(nameOf(kind))));
  const change = (changes: Partial<LibraryView>) => {
    const changed = { ...view, ...changes };
    browserStorage.set(nameOf(kind), JSON.stringify(changed));
    setView(changed);
  };
  return { view, change };
}
