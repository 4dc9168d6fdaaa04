import { Stack } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { getContents, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { Column } from '../../ui/lists/table-head.tsx';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';
import { AddFilesButton } from '../uploads/index.ts';
import { NoMatch } from './no-match.tsx';
import { useUrlFilter } from './view/use-url-filter.ts';

interface ContentSearchProps {
  /** Name of the list. */
  label: string;
  /** Name of the loading list. */
  loading: string;
  columns: readonly Column[];
  rowHeight: number;
  /** Renders the row of a file. */
  children(content: LocalContent, index: number): ReactNode;
}

/** Lists the stored files, newest first, with a search. */
export function ContentSearch({ loading, children, ...table }: ContentSearchProps) {
  const { typed, setTyped, search } = useUrlFilter();
  const node = useDashboardClient();
  const contents = useLongList(['content', 'list', search], async (place, signal) => {
    const page = await node.call(getContents, { query: { q: search, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page);
  });
  const { count = 0, isPlaceholder } = contents;
  if (contents.count === 0 && search === '' && typed === '') {
    const texts = { title: t('content.nothingStored.title'), description: t('content.nothingStored.text') };
    return (
      <EmptyCard icon={IconCloudUpload} {...texts}>
        <AddFilesButton />
      </EmptyCard>
    );
  }
  return (
    <Stack gap="sm">
      <SearchField
        label={t('content.search')}
        value={typed}
        onChange={setTyped}
        isSearching={isPlaceholder}
      />
      <FoundCount words={count > 0 && search !== '' ? t('common.files', { count }) : ''} />
      <LongList list={contents} none={<NoMatch search={search} />} loading={loading}>
        <LongTable list={contents} keyOf={(content) => content.content_id} {...table}>
          {children}
        </LongTable>
      </LongList>
    </Stack>
  );
}
