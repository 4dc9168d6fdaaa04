import type { QueryClient } from '@tanstack/react-query';
import type { QueryRoot } from './query-client.ts';

/**
 * Reloads the queries of a part of the dashboard, and resolves when the visible ones have their new results. A query
 * that is loaded for the first time is loaded again afterwards, because the library goes on with its first request,
 * which the node may have answered before the change.
 */
export async function reloadQueries(queries: QueryClient, root: QueryRoot): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey: [root], fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ queryKey: [root] });
  if (first.length > 0) await queries.invalidateQueries({ predicate: (query) => first.includes(query) });
}
