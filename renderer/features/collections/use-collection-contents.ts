import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { getCollectionEntries } from '../../../src/contract/dashboard-api/library/collections.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';

/** Limit of contents, because the player waits for all of them. */
const max = 1000;
const pageSize = 100;

/** Returns a function that reads the stored contents of a collection in order, with those of nested collections. */
export function useCollectionContents(): (id: string) => Promise<LocalContent[]> {
  const node = useDashboardClient();
  return async (root) => {
    const contents: LocalContent[] = [];
    const read = async (id: string): Promise<void> => {
      for (let skip = 0; contents.length < max; skip += pageSize) {
        const query = { skip, limit: pageSize };
        const { items, total } = await node.call(getCollectionEntries, { params: { id }, query });
        for (const entry of items) {
          if (entry.type === 'collection') await read(entry.collection.id);
          else if (entry.content) contents.push(entry.content);
        }
        if (skip + pageSize >= total) return;
      }
    };
    await read(root);
    return contents.slice(0, max);
  };
}
