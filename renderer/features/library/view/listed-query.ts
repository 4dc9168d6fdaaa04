import { createContext, useContext, useMemo } from 'react';
import type { Among, ListedFiles } from '../../../lib/among.ts';
import { t } from '../../../lib/i18n/language.ts';

/** The query of the list around a tile or row, which changes only with its values. */
export const ListedQuery = createContext<ListedFiles>({} as ListedFiles);

/** Returns an equal query that stays the same object, so that the tiles are not rendered again. */
export function useStableQuery(query: ListedFiles): ListedFiles {
  const key = JSON.stringify(query);
  return useMemo(() => JSON.parse(key) as ListedFiles, [key]);
}

/** Returns the name of the page with the list around a tile or row. */
export const useListName = (): string => t(`frame.pages.${useContext(ListedQuery).kind ?? 'library'}`);

/** Returns the place of a file in its list, and the page to which the file leads back. */
export function usePlace(index: number): { backLabel: string; among: Among } {
  return { backLabel: useListName(), among: { kind: 'files', query: useContext(ListedQuery), index } };
}
