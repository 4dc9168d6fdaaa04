import { useNavigate } from 'react-router';
import { postImportedCollection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { collectionPathOf } from '../../lib/paths.ts';

/** Creates a collection from a manifest and opens its page. */
export function useImportCollection(contentId: string) {
  const navigate = useNavigate();
  return useChange('collections', async (node) => {
    const { id } = await node.call(postImportedCollection, { body: { content_id: contentId } });
    await navigate(collectionPathOf(id));
  });
}
