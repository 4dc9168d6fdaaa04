import type { LocalContentQuery } from '../../src/contract/dashboard-api/library/content-lists.ts';

/** A list of stored files, without its pages. */
export type ListedFiles = Pick<LocalContentQuery, 'q' | 'month' | 'kind' | 'source' | 'sort' | 'direction'>;

/** The list from which an item was opened, which has the previous and the next one. */
export type Among =
  | {
      kind: 'files';
      query: ListedFiles;
      /** Position of the item among all matches, from 0. */
      index: number;
    }
  | {
      kind: 'entries';
      collectionId: string;
      /** The ids of the entries of a collection that the app can show, in their order. */
      ids: readonly string[];
    };

/** Returns another place in a list. */
export const movedTo = (among: Among, index: number): Among =>
  among.kind === 'files' ? { ...among, index } : among;

const ownArrows = [
  ...['input', 'textarea', 'select', 'audio', 'video', 'iframe', '[contenteditable]'],
  ...['slider', 'tab', 'menu', 'listbox', 'radiogroup', 'dialog'].map((role) => `[role="${role}"]`),
].join();

/** Returns the step in a list for a pressed arrow key; undefined where the focused element uses the key itself. */
export function stepOfKey(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'>,
  focused: Pick<Element, 'closest'> | null,
): 1 | -1 | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return undefined;
  if (focused?.closest(ownArrows)) return undefined;
  return ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
}
