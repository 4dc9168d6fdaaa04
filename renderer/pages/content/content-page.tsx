import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { ContentTabs } from '../../components/content-tabs.tsx';
import { FirstRunHint } from '../../components/first-run-hint.tsx';
import { FoundCount } from '../../components/found-count.tsx';
import { LongList } from '../../components/long-list.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { t } from '../../lib/language.ts';
import { useBlocked, useContentList, useOverview } from '../../lib/queries.ts';
import { useKeptSearch } from '../../lib/use-kept-search.ts';
import { ContentTable } from './content-table.tsx';
import { NoMatches, NothingStored } from './empty-states.tsx';
import { UploadPanel } from './upload-panel.tsx';

export function ContentPage() {
  const { typed, setTyped, search } = useKeptSearch();
  const stored = useOverview().data?.storage.contents;
  const contents = useContentList(search);
  const { count, isPlaceholder } = contents;
  const nothingStored = count === 0 && search === '' && typed === '';

  return (
    <Page
      title={t('content.title')}
      note={stored !== undefined && stored > 0 && t('content.files', { count: stored })}
      actions={
        <Group gap="xs">
          <ChooseFilesButton />
          <BlockedLink />
        </Group>
      }
    >
      <FirstRunHint />
      <ContentTabs />
      <UploadPanel />
      {nothingStored ? (
        <NothingStored />
      ) : (
        <Stack gap="sm">
          <SearchField
            label={t('content.search')}
            value={typed}
            onChange={setTyped}
            isSearching={isPlaceholder}
          />
          <FoundCount
            words={count !== undefined && count > 0 && search !== '' ? t('content.files', { count }) : ''}
          />
          <LongList list={contents} none={<NoMatches search={search} />} loading={t('content.loading')}>
            <ContentTable contents={contents} />
          </LongList>
        </Stack>
      )}
    </Page>
  );
}

function BlockedLink() {
  const count = useBlocked().data?.length ?? 0;
  return (
    <Button component={Link} to="/content/blocked" variant="default">
      {count > 0 ? t('content.blocked.linkCount', { count }) : t('content.blocked.link')}
    </Button>
  );
}
