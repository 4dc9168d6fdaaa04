/** Indexes of the rows in a table that are being dealt with: they have the focus, or an open menu. */
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

/** More rows than come in or go at once. */
const farthest = 500;

/**
 * Where a row is now. Others may have come in or gone above it since.
 * @param key undefined: it was not loaded
 */
export function placeNow(
  index: number,
  key: string | undefined,
  keyOf: (index: number) => string | undefined,
): number {
  if (key === undefined || keyOf(index) === key) return index;
  for (let by = 1; by <= farthest; by += 1) {
    if (keyOf(index + by) === key) return index + by;
    if (keyOf(index - by) === key) return index - by;
  }
  return index;
}
