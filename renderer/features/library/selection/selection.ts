import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type { SectionLines } from '../../../ui/lists/virtual/section-lines.ts';

/** The selected files by id; undefined for those that are not loaded. */
export type SelectedFiles = ReadonlyMap<string, LocalContent | undefined>;

export interface Selection {
  files: SelectedFiles;
  /** The row at which a selection by Shift begins. */
  anchor: number | null;
}

export const nothingSelected: Selection = { files: new Map(), anchor: null };

/** Returns the selection with a file added, or removed if it was selected. */
export function toggled({ files }: Selection, content: LocalContent, index: number): Selection {
  const changed = new Map(files);
  if (!changed.delete(content.content_id)) changed.set(content.content_id, content);
  return { files: changed, anchor: changed.size === 0 ? null : index };
}

/** Returns the selection with more files added; the anchor stays. */
export function extended(
  { files, anchor }: Selection,
  added: Iterable<readonly [id: string, content: LocalContent | undefined]>,
): Selection {
  const changed = new Map(files);
  for (const [id, content] of added) changed.set(id, content ?? changed.get(id));
  return { files: changed, anchor };
}

/** Returns the first row and the number of rows from the anchor to a row. */
export function rangeTo({ anchor }: Selection, index: number): { from: number; count: number } {
  const start = anchor ?? index;
  return { from: Math.min(start, index), count: Math.abs(index - start) + 1 };
}

/** Returns the file to which a key moves the focus; null for other keys. */
export function fileAfter(
  key: string,
  index: number,
  lines: Pick<SectionLines, 'columns' | 'beside'>,
  count: number,
): number | null {
  if (key === 'ArrowUp' || key === 'ArrowDown') return lines.beside(index, key === 'ArrowUp' ? -1 : 1);
  if (lines.columns === 1 || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  const next = index + (key === 'ArrowLeft' ? -1 : 1);
  return next >= 0 && next < count ? next : null;
}
