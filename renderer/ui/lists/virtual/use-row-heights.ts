import { useForceUpdate } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import { useKeptPlace } from './use-kept-place.ts';

/**
 * Heights of the rows, measured whenever there are others in the document or the window has another width. Those of new rows
 * change in place: these rows are in the document, and the room for all others stays as it was.
 */
export function useRowHeights(table: RefObject<HTMLTableElement | null>, rowHeight: number): RowHeights {
  const { place, keep } = useKeptPlace<RowHeights>('heights');
  const [heights, setHeights] = useState(() => place ?? new RowHeights(rowHeight));
  const isMeasured = useRef(place !== undefined);
  const measure = useCallback(() => {
    const measured = measuredRows(table.current);
    if (measured.length === 0) return false;
    const known = isMeasured.current ? heights : new RowHeights(mostOften(measured.map((row) => row.height)));
    isMeasured.current = true;
    const changes = measured.filter(({ index, height }) => known.set(index, height));
    setHeights(known);
    keep(known);
    return changes.length > 0;
  }, [table, heights, keep]);
  const renew = useForceUpdate();
  useLayoutEffect(() => void measure());
  useEffect(() => {
    const observer = new ResizeObserver(() => measure() && renew());
    if (table.current) observer.observe(table.current);
    return () => observer.disconnect();
  }, [table, measure]);
  return heights;
}

/**
 * Heights of the rows between others. The border between two rows belongs to both: one beside room for rows that are
 * left out has another height than beside a row, and would turn out to be higher and lower by turns.
 */
function measuredRows(table: HTMLElement | null): { index: number; height: number }[] {
  const rows = [...(table?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  const indexes = rows.map((row) => Number(row.dataset.index));
  return rows.flatMap((row, at) => {
    const index = indexes[at] as number;
    const isBetween = (index === 0 || indexes[at - 1] === index - 1) && indexes[at + 1] === index + 1;
    if (!isBetween) return [];
    const { height } = row.getBoundingClientRect();
    // What is not laid out has none.
    return height > 0 ? [{ index, height }] : [];
  });
}

function mostOften(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
