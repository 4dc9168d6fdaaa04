import { useForceUpdate } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import { useKeptPlace } from './use-kept-place.ts';

/** Returns the heights of the rows, measured after each render and when the width of the window changes. */
export function useRowHeights(table: RefObject<HTMLElement | null>, rowHeight: number): RowHeights {
  const { place, keep } = useKeptPlace<RowHeights>(`heights ${rowHeight}`);
  const [known, setKnown] = useState(place);
  const estimated = useMemo(() => new RowHeights(rowHeight), [rowHeight]);
  const measure = useCallback(() => {
    const measured = measuredRows(table.current);
    if (measured.length === 0) return false;
    const heights = known ?? new RowHeights(mostFrequent(measured.map((row) => row.height)));
    const changes = measured.filter(({ index, height }) => heights.set(index, height));
    setKnown(heights);
    keep(heights);
    return changes.length > 0;
  }, [table, known, keep]);
  const renew = useForceUpdate();
  useLayoutEffect(() => void measure());
  useEffect(() => {
    const observer = new ResizeObserver(() => measure() && renew());
    if (table.current) observer.observe(table.current);
    return () => observer.disconnect();
  }, [table, measure]);
  return known ?? estimated;
}

/** Returns the heights of rows between others, because collapsed borders change those beside omitted rows. */
function measuredRows(table: HTMLElement | null): { index: number; height: number }[] {
  const rows = [...(table?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  const indexes = rows.map((row) => Number(row.dataset.index));
  return rows.flatMap((row, at) => {
    const index = indexes[at] as number;
    const isBetween = (index === 0 || indexes[at - 1] === index - 1) && indexes[at + 1] === index + 1;
    if (!isBetween) return [];
    const { height } = row.getBoundingClientRect();
    // Rows without layout have no height.
    return height > 0 ? [{ index, height }] : [];
  });
}

function mostFrequent(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
