import { modals } from '@mantine/modals';

/**
 * Gives the focus from an item of a menu to the button of the menu. A dialog gives the focus back to what
 * had it when it opened, and by then the item is gone.
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

/** Opens a dialog with a button to confirm and one to cancel; returns its id. */
export const openConfirmDialog: typeof modals.openConfirmModal = (dialog) => {
  leaveMenu();
  return modals.openConfirmModal(dialog);
};
