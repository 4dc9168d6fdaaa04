import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundQuery } from './discovery-queries.ts';

const parameters = { author: 'author', hashtag: 'hashtag', owner: 'owner', content_type: 'type' } as const;
export type FilterName = keyof typeof parameters;
export const filterNames = Object.keys(parameters) as FilterName[];
export type FoundFilter = Omit<FoundQuery, 'q'>;

/** Returns the filters besides the search text, which are in the URL for back navigation. */
export function useFoundFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: FoundFilter = {};
  for (const name of filterNames) {
    const value = search.get(parameters[name]);
    if (value) filter[name] = value;
  }
  /** null removes a filter. */
  const set = useCallback(
    (name: FilterName, value: string | null) =>
      setSearch((current) => {
        if (value === null) current.delete(parameters[name]);
        else current.set(parameters[name], value);
        return current;
      }),
    [setSearch],
  );
  const clear = useCallback(() => setSearch({}), [setSearch]);
  return { filter, set, clear };
}
