import { useForceUpdate } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import { useHistoryState } from './use-history-state.ts';

/** Height of the heading of a section, in pixels. */
const headingHeight = 52;

/**
 * Returns the heights of the rows, measured after each render and when the width of the window changes.
 * @param headings the rows that are headings of sections
 */
export function useRowHeights(
  table: RefObject<HTMLElement | null>,
  rowHeight: number,
  headings: readonly number[],
): RowHeights {
  const { saved, save } = useHistoryState<RowHeights>(`heights ${rowHeight}`);
  const [known, setKnown] = useState(saved);
  const estimated = useMemo(() => heightsWith(headings, rowHeight), [headings, rowHeight]);
  const counted = useRef(headings);
  if (counted.current !== headings) {
    counted.current = headings;
    // Resets the heights, because other sections move all rows.
    setKnown(undefined);
  }
  const measure = useCallback(() => {
    const measured = measuredRows(table.current);
    if (measured.length === 0) return false;
    const usual = mode(measured.filter((row) => !row.isHeading).map((row) => row.height));
    if (usual === undefined) return false;
    const heights = known ?? heightsWith(headings, usual);
    const changes = measured.filter(({ index, height }) => heights.set(index, height));
    // Even setting the same value would make React render the list once more.
    if (heights !== known) setKnown(heights);
    save(heights);
    return changes.length > 0;
  }, [table, known, save, headings]);
  const renew = useForceUpdate();
  useLayoutEffect(() => void measure());
  useEffect(() => {
    const observer = new ResizeObserver(() => measure() && renew());
    if (table.current) observer.observe(table.current);
    return () => observer.disconnect();
  }, [table, measure]);
  return known ?? estimated;
}

function heightsWith(headings: readonly number[], usual: number): RowHeights {
  const heights = new RowHeights(usual);
  for (const heading of headings) heights.set(heading, headingHeight);
  return heights;
}

/**
 * Returns the heights of rows that have rows beside them; collapsed borders change the height of rows beside omitted
 * ones.
 */
function measuredRows(table: HTMLElement | null): { index: number; height: number; isHeading: boolean }[] {
  const rows = [...(table?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  // Attributes are read faster than `dataset`.
  const indexes = rows.map((row) => Number(row.getAttribute('data-index')));
  return rows.flatMap((row, at) => {
    const index = indexes[at] as number;
    const isBetween = (index === 0 || indexes[at - 1] === index - 1) && indexes[at + 1] === index + 1;
    if (!isBetween) return [];
    const { height } = row.getBoundingClientRect();
    const isHeading = row.hasAttribute('data-heading');
    // Rows without layout have no height.
    return height > 0 ? [{ index, height, isHeading }] : [];
  });
}

function mode(values: readonly number[]): number | undefined {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0];
}
