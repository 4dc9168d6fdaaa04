import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from './notify-problem.tsx';

/** The toast after the last deletion; a later one replaces it. */
const toastId = 'undo';

interface UndoOptions {
  text: string;
  undo(): Promise<unknown>;
  /** What is said after Undo. */
  undone: string;
  /** Page of the restored item, whose link gets the focus where it is shown. */
  path: string;
  /** Whether the focus moves to the button, because the pressed one disappears. */
  focuses?: boolean;
}

/** Hides the offer on a page that restores itself. */
export function withdrawUndo(): void {
  notifications.hide(toastId);
}

/** Milliseconds within which the restored item must appear. */
const waitMs = 5000;

/** Moves the focus to the restored item if it is shown soon, unless the user moved the focus meanwhile. */
function focusItem(path: string, main: HTMLElement): void {
  const until = performance.now() + waitMs;
  const tryNow = (): void => {
    if (document.activeElement !== main) return;
    const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(path)}"]`);
    if (link) link.focus();
    else if (performance.now() < until) requestAnimationFrame(tryNow);
  };
  tryNow();
}

/**
 * Moves the focus from the pressed button, which disappears, to the page while an item is restored.
 * @returns a function that announces the result, and focuses the link of the item where it is shown
 */
export function startRestoring(): (undone: string, path: string) => void {
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  return (undone, path) => {
    notifications.show({ color: 'green', message: undone });
    if (main) focusItem(path, main);
  };
}

/** Says what was deleted, and offers to restore it, until the message is dismissed. */
export function offerUndo({ text, undo, undone, path, focuses = false }: UndoOptions): void {
  const run = () => {
    const announce = startRestoring();
    notifications.hide(toastId);
    undo().then(() => announce(undone, path), notifyProblem);
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
