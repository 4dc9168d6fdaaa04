import { modals } from '@mantine/modals';

/**
 * Moves the focus from a menu item to the button of the menu. A closing dialog restores the focus of the time when it
 * opened, and the menu item is gone by then.
 */
function leaveMenu(): void {
  const menu = document.activeElement?.closest('[role="menu"]');
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}

/** Opens a dialog; returns its id. */
export const openDialog: typeof modals.open = (dialog) => {
  leaveMenu();
  return modals.open(dialog);
};

/** Opens a dialog with buttons to confirm and to cancel; returns its id. */
export const openConfirmDialog: typeof modals.openConfirmModal = (dialog) => {
  leaveMenu();
  return modals.openConfirmModal(dialog);
};
