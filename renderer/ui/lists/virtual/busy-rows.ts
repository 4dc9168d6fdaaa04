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
