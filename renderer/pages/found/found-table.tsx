import { Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FoundContents } from '../../../src/contract/endpoints/network.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
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
        aria-label="Files on other nodes"
        aria-rowcount={total + 1}
        aria-busy={found.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>Title</Table.Th>
            <Table.Th visibleFrom="md" w={120}>
              Type
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110} ta="right">
              Size
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110}>
              On
            </Table.Th>
            <Table.Th w={96} px="xs">
              Here
            </Table.Th>
            <Table.Th w={52}>
              <VisuallyHidden>Actions</VisuallyHidden>
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
      <MoreRows source={found} label="Loading more files" />
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
