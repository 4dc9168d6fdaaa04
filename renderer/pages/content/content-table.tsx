import { Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ContentPage } from '../../../src/contract/local.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import { headerHeight } from '../../theme.ts';
import { ContentRow } from './content-row.tsx';

interface ContentTableProps {
  contents: UseInfiniteQueryResult<InfiniteData<ContentPage>>;
  /** How many match in all, loaded or not. */
  total: number;
}

/** The stored files. */
export function ContentTable({ contents, total }: ContentTableProps) {
  const items = contents.data?.pages.flatMap((page) => page.items) ?? [];
  const { table, rows, measure, above, below } = useEndlessRows({
    count: items.length,
    keyOf: (index) => items[index]?.content_id ?? index,
    rowHeight: 53,
    source: contents,
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
        aria-rowcount={total + 1}
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
        <Table.Tbody>
          <SpacerRow height={above} />
          {rows.map(({ index, key }) => {
            const item = items[index];
            return item && <ContentRow key={key} content={item} index={index} measure={measure} />;
          })}
          <SpacerRow height={below} />
        </Table.Tbody>
      </Table>
      <MoreRows source={contents} label={t('content.loadingMore')} />
    </>
  );
}
