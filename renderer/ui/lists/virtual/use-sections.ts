import { type Ref, type RefObject, useImperativeHandle, useMemo } from 'react';
import { headerHeight } from '../../theme/theme.ts';
import { type ListSection, SectionLines } from './section-lines.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

/** Functions of a long list for its page. */
export interface ListHandle {
  lines: SectionLines;
  /** Scrolls to a section and moves the focus to its heading. */
  showSection(key: string): void;
}

const none: readonly ListSection[] = [];

/** Returns the lines of a list; a list without sections has only items. */
export function useSectionLines(
  sections: readonly ListSection[] = none,
  count: number,
  columns: number,
): SectionLines {
  return useMemo(() => new SectionLines(sections, count, columns), [sections, count, columns]);
}

/** Provides the handle of a list. */
export function useListHandle(
  ref: Ref<ListHandle> | undefined,
  list: RefObject<HTMLElement | null>,
  lines: SectionLines,
  virtual: Pick<VirtualRows, 'topOf'>,
): void {
  useImperativeHandle(ref, () => ({
    lines,
    showSection: (key) => {
      const line = lines.headingOf(key);
      if (!list.current || line === -1) return;
      const top = list.current.getBoundingClientRect().top + window.scrollY;
      window.scrollTo(0, top + virtual.topOf(line) - headerHeight);
      // The heading exists one frame later, and is in its place after the rows above it were measured.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const heading = list.current?.querySelector<HTMLElement>(`[data-index="${line}"] [tabindex]`);
          heading?.scrollIntoView();
          heading?.focus({ preventScroll: true });
        }),
      );
    },
  }));
}
