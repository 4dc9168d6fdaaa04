import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getContent, getContents } from '../../../src/contract/dashboard-api/content.ts';
import { pieceSize } from '../../lib/api/list-place.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Returns one stored file; sends no request without an id. */
export function useContent(id: string | null) {
  const node = useNode();
  return useQuery({
    queryKey: ['content', 'one', id],
    queryFn: ({ signal }) => node.call(getContent, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

/** Returns the images among the newest stored files that match `q`. */
export function useStoredImages(q: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['content', 'images', q],
    queryFn: async ({ signal }) => {
      const { items } = await node.call(getContents, { query: { q, limit: pieceSize } }, { signal });
      return items.filter(({ content_type }) => content_type.startsWith('image/'));
    },
    placeholderData: keepPreviousData,
  });
}
