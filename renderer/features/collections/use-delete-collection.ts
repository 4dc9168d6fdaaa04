import { useQueryClient } from '@tanstack/react-query';
import {
  type CollectionDetails,
  deleteCollection,
} from '../../../src/contract/dashboard-api/library/collections.ts';
import { postTrashedCollectionRestore } from '../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { reloadQueries } from '../../lib/api/reload-queries.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { offerUndo } from '../../ui/feedback/offer-undo.tsx';

/** Returns a function that moves a collection to the trash, with a message that outlives its page and offers Undo. */
export function useDeleteCollection({ id, title }: CollectionDetails, onDeleted: () => void) {
  const node = useDashboardClient();
  const queries = useQueryClient();
  const { mutate, isPending } = useChange('collections', () =>
    node.call(deleteCollection, { params: { id } }),
  );
  const undo = async () => {
    await node.call(postTrashedCollectionRestore, { params: { id } });
    await reloadQueries(queries, 'collections');
  };
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        onDeleted();
        offerUndo({
          text: t('collections.deleted', { title }),
          undo,
          undone: t('content.trash.restored', { name: title }),
          path: collectionPathOf(id),
        });
      },
      onError: notifyProblem,
    });
  return { remove, isPending };
}
