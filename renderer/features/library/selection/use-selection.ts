import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { getContentIds, type LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type { ListedFiles } from '../../../lib/among.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import type { LongList } from '../../../ui/lists/virtual/use-long-list.ts';
import type { ListHandle } from '../../../ui/lists/virtual/use-sections.ts';
import type { useDelete } from '../trash/use-delete.tsx';
import { extended, fileAfter, nothingSelected, rangeTo, toggled } from './selection.ts';
import { useLongPress } from './use-long-press.ts';

/** Elements with an action of their own. */
const controls = 'button, input, label, [role="menu"], [role="dialog"]';

const tileOf = (element: EventTarget): HTMLElement | null =>
  element instanceof Element ? element.closest<HTMLElement>('[data-tile]') : null;

export interface SelectionMode {
  /** Whether a click selects, also while nothing is selected. */
  isSelecting: boolean;
  set(isSelecting: boolean): void;
}

/** Keeps the selected files of a list; another filter and the end of the mode clear them. */
function useSelectedFiles(list: LongList<LocalContent>, query: ListedFiles, mode: SelectionMode) {
  const node = useDashboardClient();
  const [selection, setSelection] = useState(nothingSelected);
  const former = useRef({ search: list.search, isSelecting: mode.isSelecting });
  const hasEnded = former.current.isSelecting && !mode.isSelecting;
  if (former.current.search !== list.search || hasEnded) setSelection(nothingSelected);
  former.current = { search: list.search, isSelecting: mode.isSelecting };
  const { itemAt } = list;
  const clear = () => {
    setSelection(nothingSelected);
    mode.set(false);
  };
  const toggle = useCallback(
    (content: LocalContent, index: number) => setSelection((before) => toggled(before, content, index)),
    [],
  );
  const add = async (skip: number, limit?: number) => {
    const { content_ids: ids } = await node.call(getContentIds, {
      query: { ...query, skip, ...(limit && { limit }) },
    });
    setSelection((before) =>
      extended(
        before,
        ids.map((id, at) => [id, loadedAs(itemAt(skip + at), id)]),
      ),
    );
  };
  const toggleAt = (index: number) => {
    const content = itemAt(index);
    if (content) toggle(content, index);
  };
  return { selection, clear, toggle, toggleAt, add };
}

/**
 * Selects files of a list by mouse, touch and keyboard. The handlers belong to the element around all rows or tiles,
 * each of which has its index in `data-tile`.
 * @param remove deletes the selected files, for the Delete key
 */
export function useSelection(
  list: LongList<LocalContent>,
  query: ListedFiles,
  view: RefObject<ListHandle | null>,
  remove: ReturnType<typeof useDelete>['remove'],
  mode: SelectionMode,
) {
  const { selection, clear, toggle, toggleAt, add } = useSelectedFiles(list, query, mode);
  const isActive = mode.isSelecting || selection.files.size > 0;
  const { count = 0 } = list;
  const { fired, ...press } = useLongPress((target) => {
    const tile = tileOf(target);
    if (tile) toggleAt(Number(tile.dataset.tile));
  });

  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    const tile = tileOf(event.target);
    if (!tile || !event.currentTarget.contains(tile)) return;
    const wasPressed = fired();
    const isControl = (event.target as Element).closest(controls) !== null;
    const isSelecting = event.shiftKey || event.ctrlKey || event.metaKey || isActive;
    if (!wasPressed && (isControl || !isSelecting)) return;
    event.preventDefault();
    event.stopPropagation();
    if (wasPressed) return;
    const index = Number(tile.dataset.tile);
    if (event.shiftKey) {
      const { from, count: rows } = rangeTo(selection, index);
      add(from, rows).catch(notifyProblem);
    } else toggleAt(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    // Menus are rendered elsewhere in the document.
    if (!event.currentTarget.contains(target)) return;
    if (event.key === 'Escape' && isActive) clear();
    else if (event.key === 'Delete' && selection.files.size > 0)
      remove(selection.files, { focusesUndo: true, onDone: clear });
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) add(0).catch(notifyProblem);
    else if (!moveOrSelect(event, target)) return;
    event.preventDefault();
  };
  const moveOrSelect = (event: KeyboardEvent<HTMLElement>, target: Element): boolean => {
    const tile = tileOf(target);
    if (!tile) return false;
    const index = Number(tile.dataset.tile);
    if (event.key === ' ' && target.matches('a')) {
      toggleAt(index);
      return true;
    }
    if (target.getAttribute('aria-expanded') === 'true') return false;
    const handle = view.current;
    const next = handle && fileAfter(event.key, index, handle.lines, count);
    if (next === null) return false;
    event.currentTarget.querySelector<HTMLElement>(`[data-tile="${next}"] a[href]`)?.focus();
    return true;
  };
  const handlers = { ...press, onClickCapture, onKeyDown };
  return { files: selection.files, isActive, toggle, clear, handlers };
}

/** Returns a loaded file if it still has this id. */
const loadedAs = (content: LocalContent | undefined, id: string): LocalContent | undefined =>
  content?.content_id === id ? content : undefined;
