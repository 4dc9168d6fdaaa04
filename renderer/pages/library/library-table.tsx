import { Table, VisuallyHidden } from '@mantine/core';
import { useCallback } from 'react';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { EndlessBody, EndlessRest } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { headerHeight } from '../../theme.ts';
import { LibraryRow } from './library-row.tsx';

/** Licences of this node's owner, newest first. */
export function LibraryTable({ library }: { library: LongList<OwnedLicence> }) {
  const { itemAt } = library;
  const { table, list } = useEndlessRows({
    count: library.count ?? 0,
    keyOf: useCallback((index: number) => itemAt(index)?.licence_address, [itemAt]),
    rowHeight: 55,
    onShow: library.show,
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
        aria-rowcount={library.total === null ? -1 : library.total + 1}
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
        <EndlessBody list={list}>
          {(index) => {
            const licence = itemAt(index);
            return licence && <LibraryRow licence={licence} index={index} />;
          }}
        </EndlessBody>
      </Table>
      <EndlessRest list={list} />
    </>
  );
}
