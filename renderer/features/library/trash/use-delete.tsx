import { notifications } from '@mantine/notifications';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { t } from '../../../lib/i18n/language.ts';
import { messageText } from '../../../lib/i18n/node-messages.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { askConfirmation } from '../../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { offerUndo } from '../../../ui/feedback/offer-undo.tsx';
import type { SelectedFiles } from '../selection/selection.ts';
import { useRestore, useTrashFiles } from './trash-queries.ts';

interface DeleteOptions {
  /** Whether the focus moves to Undo, because the pressed button disappears. */
  focusesUndo?: boolean;
  onDone?(): void;
}

/**
 * Returns a function that moves files to the trash. Asks for confirmation only if a file is shared on other nodes or is
 * sold.
 */
export function useDelete() {
  const trash = useTrashFiles();
  const restore = useRestore();
  const move = (files: SelectedFiles, { focusesUndo = false, onDone }: DeleteOptions) =>
    // Also resolves after the deleted row is gone, unlike the options of `mutate`.
    trash.mutateAsync([...files.keys()]).then(({ done, refused }) => {
      const stayed = new Set(refused.map(({ content_id: id }) => id));
      if (done > 0) {
        const deleted = [...files.keys()].filter((id) => !stayed.has(id));
        offerUndo({
          text: t('content.deleting.done', { count: done }),
          undo: () => restore(deleted),
          undone: t('content.deleting.undone', { count: done }),
          path: itemPathOf(deleted[0] ?? ''),
          focuses: focusesUndo,
        });
      }
      for (const { content_id: id, message } of refused) {
        notifications.show({
          color: 'red',
          autoClose: false,
          title: t('content.deleting.refused', { name: files.get(id)?.title ?? id }),
          message: messageText(message),
        });
      }
      onDone?.();
    }, notifyProblem);
  const remove = (files: SelectedFiles, options: DeleteOptions = {}) => {
    const known = [...files.values()].filter((content) => content !== undefined);
    const warning = warningOf(known);
    if (!warning) return move(files, options);
    askConfirmation({
      title: t('content.deleting.title', { count: files.size }),
      text: warning,
      confirm: t('content.deleting.confirm'),
      onConfirm: () => move(files, options),
    });
  };
  return { remove, isPending: trash.isPending };
}

/** Returns a warning about shared or sold files; undefined if there are none. */
function warningOf(files: readonly LocalContent[]): string | undefined {
  const shared = files.filter(({ shares }) => shares.length > 0).length;
  if (shared > 0) return t('content.deleting.shared', { count: shared });
  const sold = files.filter(({ encrypted }) => encrypted?.content_address).length;
  return sold > 0 ? t('content.deleting.sold', { count: sold }) : undefined;
}
