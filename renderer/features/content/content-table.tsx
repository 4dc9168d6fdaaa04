import { Table, VisuallyHidden } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { ContentRow } from './content-row.tsx';

/** Lists the stored files. */
export function ContentTable({ contents }: { contents: LongList<LocalContent> }) {
  return (
    <LongTable
      list={contents}
      label={t('content.list')}
      keyOf={(content) => content.content_id}
      rowHeight={53}
      heads={
        <>
          <Table.Th>{t('content.columns.name')}</Table.Th>
          <Table.Th visibleFrom="lg" w={200}>
            {t('content.columns.type')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={110} ta="end">
            {t('content.columns.size')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={205}>
            {t('content.columns.added')}
          </Table.Th>
          <Table.Th w={64}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {(content, index) => <ContentRow content={content} index={index} />}
    </LongTable>
  );
}
