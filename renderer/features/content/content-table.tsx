import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
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
      columns={[
        { label: t('content.columns.name') },
        { label: t('content.columns.type'), visibleFrom: 'lg', w: 200 },
        { label: t('content.columns.size'), visibleFrom: 'md', w: 110, ta: 'end' },
        { label: t('content.columns.added'), visibleFrom: 'md', w: 205 },
        actionsColumn(64),
      ]}
    >
      {(content, index) => <ContentRow content={content} index={index} />}
    </LongTable>
  );
}
