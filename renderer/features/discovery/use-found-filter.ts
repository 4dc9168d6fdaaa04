import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import type { FoundQuery } from '../../lib/api/network-calls.ts';

const parameters = { author: 'author', hashtag: 'hashtag', owner: 'owner', content_type: 'type' } as const;
export type FilterName = keyof typeof parameters;
export const filterNames = Object.keys(parameters) as FilterName[];
export type FoundFilter = Omit<FoundQuery, 'q'>;

/** What has to hold besides the words, kept in the address so that it can be gone back to. */
export function useFoundFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: FoundFilter = {};
  for (const name of filterNames) {
    const value = search.get(parameters[name]);
    if (value) filter[name] = value;
  }
  /** null takes a filter away. */
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

/** The address that shows what a subscription keeps, as far as it is on other nodes. */
export function foundAddress({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string | null {
  return kind === 'content' ? null : `/content/elsewhere?${new URLSearchParams({ [kind]: value })}`;
}
