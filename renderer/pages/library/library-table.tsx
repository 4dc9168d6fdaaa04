import { Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Library, OwnedLicence } from '../../../src/contract/local-chain.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import { headerHeight } from '../../theme.ts';
import { LibraryRow } from './library-row.tsx';

interface LibraryTableProps {
  library: UseInfiniteQueryResult<InfiniteData<Library>>;
  licences: OwnedLicence[];
}

/** Licences of this node's owner, newest first. */
export function LibraryTable({ library, licences }: LibraryTableProps) {
  const { table, rows, measure, above, below } = useEndlessRows({
    count: licences.length,
    keyOf: (index) => licences[index]?.licence_address ?? index,
    rowHeight: 55,
    source: library,
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
        aria-label="Your licences"
        aria-rowcount={library.hasNextPage ? -1 : licences.length + 1}
        aria-busy={library.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>Title</Table.Th>
            <Table.Th visibleFrom="sm" w={180}>
              Bought
            </Table.Th>
            <Table.Th visibleFrom="sm" w={145} ta="right">
              Paid in TON
            </Table.Th>
            <Table.Th visibleFrom="sm" w={145} ta="right">
              Asked in TON
            </Table.Th>
            <Table.Th w={52}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpacerRow height={above} />
          {rows.map(({ index, key }) => {
            const licence = licences[index];
            return licence && <LibraryRow key={key} licence={licence} index={index} measure={measure} />;
          })}
          <SpacerRow height={below} />
        </Table.Tbody>
      </Table>
      <MoreRows source={library} label="Loading more licences" />
    </>
  );
}
