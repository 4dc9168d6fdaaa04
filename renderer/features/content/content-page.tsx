import { t } from '../../lib/i18n/language.ts';
import { Page } from '../../ui/layout/page.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import { useOverview } from '../monitoring/index.ts';
import { UploadPanel } from '../uploads/index.ts';
import { ContentRow } from './content-row.tsx';
import { ContentSearch } from './content-search.tsx';

export function ContentPage() {
  const stored = useOverview().data?.storage.contents;
  return (
    <Page
      title={t('frame.pages.library')}
      note={stored !== undefined && stored > 0 && t('common.files', { count: stored })}
    >
      <UploadPanel />
      <ContentSearch
        label={t('content.list')}
        loading={t('content.loading')}
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
      </ContentSearch>
    </Page>
  );
}
