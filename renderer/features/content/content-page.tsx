import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { useUrlSearch } from '../../ui/forms/use-url-search.ts';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { ContentTabs } from '../../ui/navigation/content-tabs.tsx';
import { useBlocked } from '../blocking/index.ts';
import { useOverview } from '../monitoring/index.ts';
import { FirstRunHint } from '../onboarding/index.ts';
import { ChooseFilesButton, UploadPanel } from '../uploads/index.ts';
import { useContentList } from './content-queries.ts';
import { ContentTable } from './content-table.tsx';
import { NoMatches, NothingStored } from './empty-states.tsx';

export function ContentPage() {
  const { typed, setTyped, search } = useUrlSearch();
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
