import type { ListSection } from '../../../ui/lists/virtual/section-lines.ts';

/** Limit of months; a longer list shows years. */
const maxMonths = 24;

/**
 * Returns the months of a list, or its years if there are many months. The `key` of a year is that of its first month.
 */
export function jumpTargets(months: readonly ListSection[]): ListSection[] {
  if (months.length <= maxMonths) return [...months];
  const years = new Map<string, ListSection>();
  for (const { key, count } of months) {
    const year = key.slice(0, 4);
    const known = years.get(year);
    years.set(year, { key: known?.key ?? key, label: year, count: (known?.count ?? 0) + count });
  }
  return [...years.values()];
}
