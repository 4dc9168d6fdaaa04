import { Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Library, OwnedLicence } from '../../../src/contract/local-chain.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
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
        aria-label={t('library.list')}
        aria-rowcount={library.hasNextPage ? -1 : licences.length + 1}
        aria-busy={library.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>{t('library.columns.title')}</Table.Th>
            <Table.Th visibleFrom="sm" w={180}>
              {t('library.columns.bought')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={145} ta="right">
              {t('library.columns.paid')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={145} ta="right">
              {t('library.columns.asked')}
            </Table.Th>
            <Table.Th w={52}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
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
      <MoreRows source={library} label={t('library.loadingMore')} />
    </>
  );
}
