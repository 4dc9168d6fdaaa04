import { type RefObject, useEffect } from 'react';

/** Limit in milliseconds of the time in which a closing dialog or menu restores the focus. */
const restoreMs = 50;

const isOverlay = (element: Element) => element.closest('[role="dialog"], [role="menu"]') !== null;

/** Returns the open dialog; the elements behind it are hidden and inert. */
const openDialog = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);

const hasNone = () => (document.activeElement ?? document.body) === document.body;

const isRow = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('tr, li');

const lastIn = (row: HTMLElement, what: string): HTMLElement | undefined =>
  [...row.querySelectorAll<HTMLElement>(what)].at(-1);

/**
 * Returns the element that gets the focus after `lost` was removed: in its row, otherwise in the next or previous row.
 */
function neighbourOf(lost: Element, records: MutationRecord[]): HTMLElement | undefined {
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  const around = removal?.target instanceof Element ? removal.target.closest('tr, li') : null;
  if (isRow(around) && around.isConnected) return lastIn(around, 'a[href], button');
  return [removal?.nextSibling, removal?.previousSibling]
    .map((row) => (isRow(row) ? lastIn(row, 'button') : undefined))
    .find((button) => button !== undefined);
}

/**
 * Restores the focus of keyboard and screen reader users when the focused element in `home` is removed, such as the row
 * of a deleted file: moves it to the rest of the row, to an adjacent row, or to `home`. Also returns it to a button
 * that was disabled while busy. Within a dialog the focus moves to the dialog; a closing dialog does not count.
 */
export function useRestoredFocus(home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let place: HTMLElement | null = null;
    let neighbour: HTMLElement | undefined;
    let inDialog: { place: HTMLElement; wasBusy: boolean } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const isLost = () => hasNone() && (place !== null || inDialog !== undefined);
    const restoreIn = (dialog: HTMLElement): void => {
      if (!inDialog) return;
      if (!inDialog.place.isConnected) dialog.focus();
      else if (inDialog.wasBusy && !inDialog.place.matches(':disabled')) inDialog.place.focus();
    };
    const restore = (): void => {
      timer = undefined;
      if (!isLost()) return;
      const dialog = openDialog();
      if (dialog) return restoreIn(dialog);
      inDialog = undefined;
      if (place === null) return;
      const to = place.isConnected ? place : neighbour?.isConnected ? neighbour : home.current;
      if (!to?.matches(':disabled')) to?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver((records) => {
      if (inDialog?.place.matches(':disabled')) inDialog.wasBusy = true;
      if (place !== null) neighbour = neighbourOf(place, records) ?? neighbour;
      if (timer === undefined && isLost()) timer = setTimeout(restore, restoreMs);
    });
    const note = ({ target }: Event): void => {
      // A dialog restores the focus itself.
      if (!(target instanceof HTMLElement)) return;
      inDialog = target.closest('[role="dialog"]') ? { place: target, wasBusy: false } : undefined;
      if (isOverlay(target)) return;
      place = home.current?.contains(target) ? target : null;
      neighbour = undefined;
    };
    // A click outside of all controls removes the focus on purpose.
    const forget = ({ target }: Event): void => {
      if (target instanceof Node && home.current?.contains(target)) place = null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, [home]);
}
