import { getContents } from '../../../src/contract/dashboard-api/content.ts';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** Returns all stored files whose name or title matches `q`. */
export function useContentList(q: string) {
  const node = useNode();
  return useLongList(['content', 'list', q], async (place, signal) => {
    const page = await node.call(getContents, { query: { q, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page);
  });
}
