import { IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import {
  deleteTrash,
  getTrash,
  postTrashPurge,
  postTrashRestore,
  type TrashedContent,
  trashDays,
} from '../../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../../lib/api/list-place.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { formatBytes, formatDays } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { EmptyCard } from '../../../ui/feedback/empty-card.tsx';
import { withdrawUndo } from '../../../ui/feedback/offer-undo.tsx';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { LongTable } from '../../../ui/lists/long-table.tsx';
import { pieceOf } from '../../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../../ui/lists/virtual/use-long-list.ts';
import { Intro } from '../../../ui/values/texts.ts';
import { plainName, shownTitle } from '../../stored-file/index.ts';
import { NoMatch } from '../no-match.tsx';
import { useUrlFilter } from '../view/use-url-filter.ts';
import { TrashedCollections, useTrashedCollections } from './trashed-collections.tsx';
import { TrashedRow, trashColumns } from './trashed-row.tsx';

/** Lists deleted collections and files, and when each is purged. */
export function TrashPage() {
  const node = useDashboardClient();
  useEffect(withdrawUndo, []);
  const { typed, setTyped, search } = useUrlFilter();
  const trashed = useLongList(['content', 'trash', search], async (place, signal) => {
    const page = await node.call(getTrash, { query: { q: search, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page);
  });
  const { total, isPlaceholder } = trashed;
  const isSearch = search !== '' || typed !== '';
  const collections = useTrashedCollections();
  const deleted = total !== null && collections.total !== null ? total + collections.total : undefined;
  return (
    <Page
      title={t('frame.pages.trash')}
      note={total !== null && total > 0 && t('common.files', { count: total })}
      actions={deleted !== undefined && deleted > 0 && !isSearch && <EmptyTrash count={deleted} />}
    >
      <Intro>{t('content.trash.text', { time: formatDays(trashDays) })}</Intro>
      {(isSearch || (total !== null && total > 0)) && (
        <SearchField
          label={t('content.search')}
          value={typed}
          onChange={setTyped}
          isSearching={isPlaceholder}
        />
      )}
      {!isSearch && (collections.total ?? 0) > 0 && <TrashedCollections list={collections} />}
      <LongList
        list={trashed}
        loading={t('content.trash.loading')}
        none={search === '' ? deleted === 0 && <NothingDeleted /> : <NoMatch search={search} />}
      >
        <LongTable
          list={trashed}
          label={t('content.trash.list')}
          keyOf={({ content }) => content.content_id}
          rowHeight={60}
          columns={trashColumns(t('content.columns.name'), t('content.columns.size'))}
        >
          {(item, index) => <TrashRow item={item} index={index} />}
        </LongTable>
      </LongList>
    </Page>
  );
}

function EmptyTrash({ count }: { count: number }) {
  const empty = useChange('content', (node) => node.call(deleteTrash, {}));
  return (
    <ChangeButton
      change={empty}
      question={{
        title: t('content.trash.empty.title'),
        text: t('content.trash.empty.text', { count }),
        confirm: t('content.trash.empty.confirm'),
        danger: true,
      }}
    >
      {t('content.trash.empty.button')}
    </ChangeButton>
  );
}

function NothingDeleted() {
  return (
    <EmptyCard
      icon={IconTrash}
      title={t('content.trash.nothing.title')}
      description={t('content.trash.nothing.text', { time: formatDays(trashDays) })}
    />
  );
}

function TrashRow({
  item: { content, purged_at: purgedAt },
  index,
}: {
  item: TrashedContent;
  index: number;
}) {
  const ids = [content.content_id];
  const restore = useChange('content', (node) => node.call(postTrashRestore, { body: { content_ids: ids } }));
  const purge = useChange('content', (node) => node.call(postTrashPurge, { body: { content_ids: ids } }));
  return (
    <TrashedRow
      name={shownTitle(content)}
      title={plainName(content)}
      index={index}
      size={formatBytes(content.size)}
      purgedAt={purgedAt}
      restored={{ to: itemPathOf(content.content_id), label: t('content.trash.showFile') }}
      restore={restore}
      purge={purge}
    />
  );
}
