import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getContentMonths } from '../../../../src/contract/dashboard-api/content.ts';
import type { ListedFiles } from '../../../lib/among.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { formatMonth } from '../../../lib/format/format.ts';
import type { ListSection } from '../../../ui/lists/virtual/section-lines.ts';

/** Returns the months of a list in its order; undefined if the list is not shown by month. */
export function useMonths(
  { sort: _sort, ...query }: ListedFiles,
  isByMonth: boolean,
): readonly ListSection[] | undefined {
  const { data } = useDashboardQuery(
    ['content', 'months', query],
    getContentMonths,
    { query },
    { enabled: isByMonth, placeholderData: keepPreviousData },
  );
  return useMemo(
    () =>
      isByMonth
        ? data?.months.map(({ month, contents }) => ({
            key: month,
            label: formatMonth(month),
            count: contents,
          }))
        : undefined,
    [isByMonth, data],
  );
}
