import type { ListSection } from '../../../ui/lists/virtual/section-lines.ts';

/** With more months, years are listed. */
const mostMonths = 24;

/** Returns the months of a list, or its years where there are many; `key` is that of the first month. */
export function jumpTargets(months: readonly ListSection[]): ListSection[] {
  if (months.length <= mostMonths) return [...months];
  const years = new Map<string, ListSection>();
  for (const { key, count } of months) {
    const year = key.slice(0, 4);
    const known = years.get(year);
    years.set(year, { key: known?.key ?? key, label: year, count: (known?.count ?? 0) + count });
  }
  return [...years.values()];
}
