import type { Collection, EntryRef } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import { notifyWithLink } from '../../ui/feedback/notify-with-link.tsx';
import { useAddEntries } from './collection-queries.ts';

interface AddToOptions {
  onDone?: () => void;
  onError?: (error: Error) => void;
}

/** Returns a function that adds entries at the end of a collection, and notifies the user. */
export function useAddTo(entries: EntryRef[]) {
  const add = useAddEntries();
  const addTo = (
    { id, title }: Pick<Collection, 'id' | 'title'>,
    { onDone, onError = () => {} }: AddToOptions = {},
  ) => {
    if (add.isPending) return;
    // Also resolves after its component is unmounted, unlike the options of `mutate`.
    add.mutateAsync({ id, entries, before: null }).then(({ added }) => {
      const text = added > 0 ? 'collections.add.added' : 'collections.add.alreadyThere';
      notifyWithLink({
        text: t(text, { count: added, title }),
        to: collectionPathOf(id),
        label: t('collections.add.show'),
      });
      onDone?.();
    }, onError);
  };
  return { add, addTo };
}
