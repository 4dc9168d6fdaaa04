import type { CallInput } from '@alcove/client';
import { getRemoteIndex, postSync } from '../../../src/contract/dashboard-api/discovery.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** The search text and the filters of the remote index. */
export type FoundQuery = Omit<
  NonNullable<CallInput<typeof getRemoteIndex>['query']>,
  'cursor' | 'limit' | 'skip'
>;

/** Returns the matching entries of the remote index, newest first. */
export function useFound(query: FoundQuery) {
  const node = useDashboardClient();
  const isNarrowed = Object.values(query).some((value) => value !== '');
  return useLongList(['index', 'found', query], async (place, signal) => {
    const page = await node.call(getRemoteIndex, { query: { ...query, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page, isNarrowed);
  });
}

/** Reads the lists of all nodes now. */
export function useSyncNow() {
  return useChange('index', (node) => node.call(postSync, {}));
}
