import { Group } from '@mantine/core';
import { IconCloudUpload, IconFileSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { getContents } from '../../../src/contract/dashboard-api/content.ts';
import type { ListedFiles } from '../../lib/among.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { monthOfSearch } from '../../lib/format/month-search.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';
import type { ListHandle } from '../../ui/lists/virtual/use-sections.ts';
import { kindShapes } from '../../ui/media/tile-shape.ts';
import { AddFilesButton, UploadPanel } from '../uploads/index.ts';
import { LibraryFiles } from './library-files.tsx';
import { JumpMenu } from './view/jump-menu.tsx';
import { kindAt, type LibraryKind, type LibraryView, useLibraryView } from './view/library-view.ts';
import { useMonths } from './view/use-months.ts';
import { useUrlFilter } from './view/use-url-filter.ts';
import { SelectButton, SourceChips, ViewControls } from './view/view-controls.tsx';

/** Lists the files of one kind, or all files. */
export function LibraryPage() {
  const kind = kindAt(useLocation().pathname);
  return <Library key={kind} kind={kind} />;
}

function Library({ kind }: { kind: LibraryKind }) {
  const { view, change } = useLibraryView(kind);
  const { typed, setTyped, search, source, setSource } = useUrlFilter();
  const query = queryOf(kind, view, search, source);
  const contents = useFiles(query);
  const sections = useMonths(query, kind === 'photos' && view.sort === 'taken');
  const handle = useRef<ListHandle>(null);
  const [isSelecting, setSelecting] = useState(false);
  const { count = 0, total, isPlaceholder } = contents;
  const isFiltered = search !== '' || source !== undefined;
  const isEmpty = contents.count === 0 && !isFiltered && typed === '';
  const title = t(kind === 'all' ? 'frame.pages.library' : `frame.pages.${kind}`);
  return (
    <Page title={title} note={total !== null && total > 0 && t('common.files', { count: total })}>
      <UploadPanel />
      {isEmpty ? (
        <EmptyCard
          icon={IconCloudUpload}
          title={t(kind === 'all' ? 'content.nothingStored.title' : `content.nothingOf.${kind}`)}
          description={t('content.nothingStored.text')}
        >
          <AddFilesButton />
        </EmptyCard>
      ) : (
        <>
          <SearchField
            label={t(kind === 'photos' ? 'content.searchPhotos' : 'content.search')}
            value={typed}
            onChange={setTyped}
            isSearching={isPlaceholder}
          />
          <Group justify="space-between" gap="xs">
            <SourceChips source={source} onChange={setSource} />
            <Group gap={4}>
              <JumpMenu sections={sections} onJump={(key) => handle.current?.showSection(key)} />
              <ViewControls kind={kind} view={view} onChange={change}>
                <SelectButton isSelecting={isSelecting} onChange={setSelecting} />
              </ViewControls>
            </Group>
          </Group>
          <FoundCount words={count > 0 && isFiltered ? t('common.files', { count }) : ''} />
          <LibraryFiles
            list={contents}
            query={query}
            view={view}
            mode={{ isSelecting, set: setSelecting }}
            shape={kindShapes[kind]}
            sections={sections}
            handle={handle}
            none={<NoMatch search={search} />}
          />
        </>
      )}
    </Page>
  );
}

function queryOf(
  kind: LibraryKind,
  { sort, direction }: LibraryView,
  search: string,
  source: ListedFiles['source'],
) {
  const month = monthOfSearch(search);
  const filter = { ...(month && { month }), ...(kind !== 'all' && { kind }), ...(source && { source }) };
  return { q: search, sort, direction, ...filter };
}

/** Returns the files of a list, loaded piece by piece. */
function useFiles(query: ListedFiles) {
  const node = useDashboardClient();
  return useLongList(['content', 'list', query], async (place, signal) => {
    const page = await node.call(getContents, { query: { ...query, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page);
  });
}

function NoMatch({ search }: { search: string }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('content.noMatch.title')}
      description={search === '' ? t('content.noMatch.filter') : t('content.noMatch.text', { search })}
    />
  );
}
