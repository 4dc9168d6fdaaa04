import { Table, VisuallyHidden } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { FoundContent } from '../../../src/contract/endpoints/network.ts';
import { EndlessBody, EndlessRest } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useTransfers } from '../../lib/network-queries.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { headerHeight } from '../../theme.ts';
import { FoundRow } from './found-row.tsx';
import type { FilterName } from './use-found-filter.ts';

interface FoundTableProps {
  found: LongList<FoundContent>;
  onFilter(name: FilterName, value: string): void;
}

/** What is known to be on other nodes. */
export function FoundTable({ found, onFilter }: FoundTableProps) {
  const fetches = useFetches();
  const { itemAt } = found;
  const { table, list } = useEndlessRows({
    count: found.count ?? 0,
    keyOf: useCallback((index: number) => itemAt(index)?.content_id, [itemAt]),
    rowHeight: 66,
    onShow: found.show,
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
        aria-rowcount={found.total === null ? -1 : found.total + 1}
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
        <EndlessBody list={list}>
          {(index) => {
            const item = itemAt(index);
            return (
              item && (
                <FoundRow
                  found={item}
                  transfer={fetches.get(item.content_id)}
                  index={index}
                  onFilter={onFilter}
                />
              )
            );
          }}
        </EndlessBody>
      </Table>
      <EndlessRest list={list} />
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
