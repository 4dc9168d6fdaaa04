import type { CallInput } from '@alcove/client';
import { getFound, postSync } from '../../../src/contract/dashboard-api/discovery.ts';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** The search text and the filters of the files on other nodes. */
export type FoundQuery = Omit<NonNullable<CallInput<typeof getFound>['query']>, 'cursor' | 'limit' | 'skip'>;

/** Returns the files that are known to be on other nodes and match, newest first. */
export function useFound(query: FoundQuery) {
  const node = useNode();
  const isNarrowed = Object.values(query).some((value) => value !== '');
  return useLongList(['index', 'found', query], async (place, signal) => {
    const page = await node.call(getFound, { query: { ...query, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page, isNarrowed);
  });
}

/** Asks every node now what it has. */
export function useSyncNow() {
  return useChange('index', (node) => node.call(postSync, {}));
}
