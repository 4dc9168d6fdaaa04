import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { postCollectionSale } from '../../../src/contract/dashboard-api/library/collection-sale.ts';
import {
  type CollectionEdit,
  type EntryRef,
  getCollection,
  getCollectionEntries,
  getCollections,
  moveCollectionEntries,
  type NewCollection,
  patchCollection,
  postCollection,
  postCollectionEntries,
  removeCollectionEntries,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceSize } from '../../lib/api/list-place.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns the number of rows to skip for the next page; undefined if all are loaded. */
const nextOf = (pages: readonly { items: readonly unknown[]; total: number }[]): number | undefined => {
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
  return pages.at(-1)?.items.length && loaded < (pages.at(-1)?.total ?? 0) ? loaded : undefined;
};

/** Returns the top-level or the nested collections, page by page. */
export function useCollections(place: 'top' | 'nested') {
  const node = useDashboardClient();
  return useInfiniteQuery({
    queryKey: ['collections', place],
    queryFn: ({ pageParam: skip, signal }) =>
      node.call(
        getCollections,
        { query: { nested: place === 'nested' ? 'true' : 'false', skip, limit: pieceSize } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOf(pages),
  });
}

/**
 * Returns the user's newest collections that match `q`, including nested ones; without `q`, only those that are not
 * nested.
 */
export const useFoundCollections = (q: string) =>
  useDashboardQuery(
    ['collections', 'found', q],
    getCollections,
    { query: { q, own: 'true', limit: 30 } },
    { placeholderData: keepPreviousData },
  );

export const useCollection = (id: string) =>
  useDashboardQuery(['collections', 'one', id], getCollection, { params: { id } });

/** Returns the entries of a collection, page by page. */
export function useEntries(id: string) {
  const node = useDashboardClient();
  return useInfiniteQuery({
    queryKey: ['collections', 'entries', id],
    queryFn: ({ pageParam: skip, signal }) =>
      node.call(getCollectionEntries, { params: { id }, query: { skip, limit: pieceSize } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOf(pages),
  });
}

export const useCreateCollection = () =>
  useChange('collections', (node, body: NewCollection) => node.call(postCollection, { body }));

export const useEditCollection = (id: string) =>
  useChange('collections', (node, body: CollectionEdit) =>
    node.call(patchCollection, { params: { id }, body }),
  );

/** Makes the list of a collection that is to be sold as one. */
export const useSellCollection = (id: string) =>
  useChange('collections', (node) => node.call(postCollectionSale, { params: { id } }));

interface Placed {
  entries: EntryRef[];
  /** The entry that follows; null if there is none. */
  before: EntryRef | null;
}

export const useAddEntries = () =>
  useChange('collections', (node, { id, ...body }: Placed & { id: string }) =>
    node.call(postCollectionEntries, { params: { id }, body }),
  );

export const useMoveEntries = (id: string) =>
  useChange('collections', (node, body: Placed) =>
    node.call(moveCollectionEntries, { params: { id }, body }),
  );

export const useRemoveEntries = (id: string) =>
  useChange('collections', (node, entries: EntryRef[]) =>
    node.call(removeCollectionEntries, { params: { id }, body: { entries } }),
  );
