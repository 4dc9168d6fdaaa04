import { postCollectionEntries } from '../../../src/contract/dashboard-api/library/collections.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { addFolders } from './folders/add-folders.ts';
import { atPath } from './folders/dropped-files.ts';
import { planOf } from './folders/folder-plan.ts';
import { openFolderPreview } from './folders/folder-preview.tsx';
import { useUploadQueue } from './uploads.tsx';

/**
 * Returns a function that starts uploads. If a collection is given, the files become its entries. Folders are shown
 * first, and then added as collections.
 */
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
    const plan = planOf(files.map(atPath));
    if (plan.folderCount > 0) return openFolderPreview(plan, () => addFolders(node, queue, plan));
    queue.add(files, collectionId === undefined ? undefined : () => (added) => addEntry(collectionId, added));
  };
}
