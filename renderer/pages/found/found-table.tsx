import { Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FoundContents } from '../../../src/contract/endpoints/network.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useTransfers } from '../../lib/network-queries.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import { headerHeight } from '../../theme.ts';
import { FoundRow } from './found-row.tsx';
import type { FilterName } from './use-found-filter.ts';

interface FoundTableProps {
  found: UseInfiniteQueryResult<InfiniteData<FoundContents>>;
  /** How many match in all, loaded or not. */
  total: number;
  onFilter(name: FilterName, value: string): void;
}

/** What is known to be on other nodes. */
export function FoundTable({ found, total, onFilter }: FoundTableProps) {
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  const fetches = useFetches();
  const { table, rows, measure, above, below } = useEndlessRows({
    count: items.length,
    keyOf: (index) => items[index]?.content_id ?? index,
    rowHeight: 66,
    source: found,
  });
  return (
    <>
      <Table
        ref={table}
        layout="fixed"
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label={t('found.list')}
        aria-rowcount={total + 1}
        aria-busy={found.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>{t('found.columns.title')}</Table.Th>
            <Table.Th visibleFrom="md" w={120}>
              {t('found.columns.type')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110} ta="end">
              {t('found.columns.size')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110}>
              {t('found.columns.on')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={128} px="xs">
              {t('found.columns.here')}
            </Table.Th>
            <Table.Th w={52}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpacerRow height={above} />
          {rows.map(({ index, key }) => {
            const item = items[index];
            return (
              item && (
                <FoundRow
                  key={key}
                  found={item}
                  transfer={fetches.get(item.content_id)}
                  index={index}
                  measure={measure}
                  onFilter={onFilter}
                />
              )
            );
          })}
          <SpacerRow height={below} />
        </Table.Tbody>
      </Table>
      <MoreRows source={found} label={t('found.loadingMore')} />
    </>
  );
}

/** What is on its way here, by content id. */
function useFetches() {
  const transfers = useTransfers().data;
  return useMemo(
    () =>
      new Map(
        transfers
          ?.filter(({ kind }) => kind === 'fetch')
          .map((transfer) => [transfer.content_id, transfer] as const),
      ),
    [transfers],
  );
}
