/** Returns the numbers of the rows in a table that have the focus or an open menu. */
export function busyRows(table: HTMLElement | null): number[] {
  const active = document.activeElement;
  const busy = [
    ...(active && table?.contains(active) ? [active] : []),
    ...(table?.querySelectorAll('[aria-expanded="true"]') ?? []),
  ];
  return busy.flatMap((element) => {
    const row = element.closest<HTMLElement>('[data-index]');
    return row ? [Number(row.dataset.index)] : [];
  });
}

/** The largest number of rows added or removed at once. */
const maxMoved = 500;

/**
 * Returns the position of a row after other rows were added or removed above it; `key` is undefined for a row that is
 * not loaded.
 */
export function currentIndex(
  index: number,
  key: string | undefined,
  keyOf: (index: number) => string | undefined,
): number {
  if (key === undefined || keyOf(index) === key) return index;
  for (let by = 1; by <= maxMoved; by += 1) {
    if (keyOf(index + by) === key) return index + by;
    if (keyOf(index - by) === key) return index - by;
  }
  return index;
}
