import { postCollectionEntries } from '../../../src/contract/dashboard-api/collections.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useUploadQueue } from './uploads.tsx';

/** Returns a function that starts uploads, whose files become entries of a collection if one is given. */
export function useAddFiles(collectionId?: string): (files: File[]) => void {
  const queue = useUploadQueue();
  const node = useDashboardClient();
  const addEntry = async (id: string, contentId: string) => {
    await node.call(postCollectionEntries, {
      params: { id },
      body: { entries: [{ content_id: contentId }] },
    });
  };
  return (files) => {
    if (files.length === 0) return;
    queue.add(files, collectionId === undefined ? undefined : () => (added) => addEntry(collectionId, added));
  };
}
