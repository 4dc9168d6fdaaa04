import { Table, VisuallyHidden } from '@mantine/core';
import { useCallback } from 'react';
import type { LocalContent } from '../../../src/contract/local.ts';
import { EndlessBody, EndlessRest } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { headerHeight } from '../../theme.ts';
import { ContentRow } from './content-row.tsx';

/** The stored files. */
export function ContentTable({ contents }: { contents: LongList<LocalContent> }) {
  const { itemAt } = contents;
  const { table, list } = useEndlessRows({
    count: contents.count ?? 0,
    keyOf: useCallback((index: number) => itemAt(index)?.content_id, [itemAt]),
    rowHeight: 53,
    onShow: contents.show,
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
        aria-label={t('content.list')}
        aria-rowcount={contents.total === null ? -1 : contents.total + 1}
        aria-busy={contents.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>{t('content.columns.name')}</Table.Th>
            <Table.Th visibleFrom="md" w={200}>
              {t('content.columns.type')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110} ta="end">
              {t('content.columns.size')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={205}>
              {t('content.columns.added')}
            </Table.Th>
            <Table.Th w={64}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <EndlessBody list={list}>
          {(index) => {
            const item = itemAt(index);
            return item && <ContentRow content={item} index={index} />;
          }}
        </EndlessBody>
      </Table>
      <EndlessRest list={list} />
    </>
  );
}
