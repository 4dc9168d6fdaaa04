import { createContext, useContext, useMemo } from 'react';
import type { Among, ListedFiles } from '../../../lib/among.ts';

/** The query of the list around a tile or row, which changes only with its values. */
export const ListedQuery = createContext<ListedFiles>({} as ListedFiles);

/** Returns an equal query that stays the same object, so that the tiles are not rendered again. */
export function useStableQuery(query: ListedFiles): ListedFiles {
  const key = JSON.stringify(query);
  return useMemo(() => JSON.parse(key) as ListedFiles, [key]);
}

/** Returns the place of a file in its list. */
export function usePlace(index: number): Among {
  return { kind: 'files', query: useContext(ListedQuery), index };
}
