import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/**
 * Moves the focus to the button of the menu: a closing dialog restores the focus, and the menu item no longer exists.
 */
function focusMenuButton(): void {
  const menu = document.activeElement?.closest('[role="menu"]');
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}

interface Dialog extends Pick<Parameters<typeof modals.open>[0], 'modalId' | 'title' | 'size'> {
  /** Renders the dialog. */
  children(close: () => void): ReactNode;
}

export function openDialog({ children, ...dialog }: Dialog): void {
  focusMenuButton();
  const id: string = modals.open({ ...dialog, children: children(() => modals.close(id)) });
}

export const openConfirmDialog: typeof modals.openConfirmModal = (dialog) => {
  focusMenuButton();
  return modals.openConfirmModal(dialog);
};
