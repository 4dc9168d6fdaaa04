import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { t } from '../../../lib/i18n/language.ts';
import { messageText } from '../../../lib/i18n/node-messages.ts';
import { askConfirmation } from '../../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import type { SelectedFiles } from '../selection/selection.ts';
import { useRestore, useTrashChange } from './trash-queries.ts';

/** The toast after the last deletion; a later one replaces it. */
const toastId = 'trashed';

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
  const trash = useTrashChange('trash');
  const restore = useRestore();
  const move = (files: SelectedFiles, { focusesUndo = false, onDone }: DeleteOptions) =>
    // Also resolves after the deleted row is gone, unlike the options of `mutate`.
    trash.mutateAsync([...files.keys()]).then(({ done, refused }) => {
      const stayed = new Set(refused.map(({ content_id: id }) => id));
      if (done > 0) {
        showUndo(
          [...files.keys()].filter((id) => !stayed.has(id)),
          { restore, focusesUndo },
        );
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

interface TrashedOptions {
  restore(ids: readonly string[]): Promise<void>;
  focusesUndo: boolean;
}

function showUndo(ids: readonly string[], { restore, focusesUndo }: TrashedOptions): void {
  const undo = () => {
    notifications.hide(toastId);
    restore(ids).catch(notifyProblem);
  };
  notifications.hide(toastId);
  notifications.show({
    id: toastId,
    autoClose: false,
    closeButtonProps: { 'aria-label': t('common.dismiss') },
    message: (
      <Group justify="space-between" gap="sm">
        {t('content.deleting.done', { count: ids.length })}
        <Button size="compact-sm" variant="subtle" onClick={undo} autoFocus={focusesUndo}>
          {t('content.deleting.undo')}
        </Button>
      </Group>
    ),
  });
}
