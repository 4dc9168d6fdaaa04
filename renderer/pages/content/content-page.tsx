import { Button, Card, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { ContentTabs } from '../../components/content-tabs.tsx';
import { FirstRunHint } from '../../components/first-run-hint.tsx';
import { FoundCount } from '../../components/found-count.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { t } from '../../lib/language.ts';
import { useBlocked, useContents, useOverview } from '../../lib/queries.ts';
import { useKeptSearch } from '../../lib/use-kept-search.ts';
import { ContentSkeleton } from './content-skeleton.tsx';
import { ContentTable } from './content-table.tsx';
import { NoMatches, NothingStored } from './empty-states.tsx';
import { UploadPanel } from './upload-panel.tsx';

export function ContentPage() {
  const { typed, setTyped, search } = useKeptSearch();
  const stored = useOverview().data?.storage.contents;
  const contents = useContents(search);
  const { data, error, isPlaceholderData } = contents;
  const total = data?.pages[0]?.total ?? 0;
  const nothingStored = data !== undefined && total === 0 && search === '' && typed === '';

  return (
    <Page
      title={t('content.title')}
      note={stored !== undefined && stored > 0 && t('content.files', { count: stored })}
      actions={
        <Group gap="xs">
          <BlockedLink />
          <ChooseFilesButton />
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
            isSearching={isPlaceholderData}
          />
          <FoundCount words={total > 0 && search !== '' ? t('content.files', { count: total }) : ''} />
          {error && <ProblemAlert error={error} onRetry={() => void contents.refetch()} />}
          {data && total === 0 && <NoMatches search={search} />}
          {data && total > 0 && (
            <Card padding={0} style={{ overflow: 'clip' }}>
              <ContentTable contents={contents} total={total} />
            </Card>
          )}
          {!data && !error && <ContentSkeleton />}
        </Stack>
      )}
    </Page>
  );
}

function BlockedLink() {
  const count = useBlocked().data?.length ?? 0;
  return (
    <Button component={Link} to="/content/blocked" variant="subtle" color="gray">
      {count > 0 ? t('content.blocked.linkCount', { count }) : t('content.blocked.link')}
    </Button>
  );
}
