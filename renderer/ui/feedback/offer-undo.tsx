import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from './notify-problem.tsx';

/** The toast after the last deletion; a later one replaces it. */
const toastId = 'undo';

interface UndoOptions {
  text: string;
  undo(): Promise<unknown>;
  /** Whether the focus moves to the button, because the pressed one disappears. */
  focuses?: boolean;
}

/** Hides the offer on a page that restores itself. */
export function withdrawUndo(): void {
  notifications.hide(toastId);
}

/** Says what was deleted, and offers to restore it, until the message is dismissed. */
export function offerUndo({ text, undo, focuses = false }: UndoOptions): void {
  const run = () => {
    notifications.hide(toastId);
    undo().catch(notifyProblem);
  };
  notifications.hide(toastId);
  notifications.show({
    id: toastId,
    autoClose: false,
    closeButtonProps: { 'aria-label': t('common.dismiss') },
    message: (
      <Group justify="space-between" gap="sm">
        {text}
        <Button size="compact-sm" variant="subtle" onClick={run} autoFocus={focuses}>
          {t('common.undo')}
        </Button>
      </Group>
    ),
  });
}
