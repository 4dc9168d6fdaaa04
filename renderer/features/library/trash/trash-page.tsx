import { Button, Group, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import {
  deleteTrash,
  getTrash,
  postTrashPurge,
  type TrashedContent,
  trashDays,
} from '../../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../../lib/api/list-place.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { formatBytes, formatDays } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { useNow } from '../../../lib/now.ts';
import { EmptyCard } from '../../../ui/feedback/empty-card.tsx';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { LongTable } from '../../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../../ui/lists/table-head.tsx';
import { pieceOf } from '../../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../../ui/lists/virtual/use-long-list.ts';
import { Intro, SmallNote } from '../../../ui/values/texts.ts';
import { plainName, shownTitle } from '../../stored-file/index.ts';
import { NoMatch } from '../no-match.tsx';
import { useUrlFilter } from '../view/use-url-filter.ts';
import { useTrashChange } from './trash-queries.ts';

/** In a narrow window, each button of a row takes a whole line. */
const lineOfItsOwn = { base: '1 0 100%', sm: 'none' };

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Lists deleted files, and when each is purged. */
export function TrashPage() {
  const node = useDashboardClient();
  const { typed, setTyped, search } = useUrlFilter();
  const trashed = useLongList(['content', 'trash', search], async (place, signal) => {
    const page = await node.call(getTrash, { query: { q: search, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page);
  });
  const { total, isPlaceholder } = trashed;
  const isSearch = search !== '' || typed !== '';
  return (
    <Page
      title={t('frame.pages.trash')}
      note={total !== null && total > 0 && t('common.files', { count: total })}
      actions={total !== null && total > 0 && !isSearch && <EmptyTrash count={total} />}
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
      <LongList
        list={trashed}
        loading={t('content.trash.loading')}
        none={search === '' ? <NothingDeleted /> : <NoMatch search={search} />}
      >
        <LongTable
          list={trashed}
          label={t('content.trash.list')}
          keyOf={({ content }) => content.content_id}
          rowHeight={60}
          columns={[
            { label: t('content.columns.name') },
            { label: t('content.columns.size'), visibleFrom: 'md', w: 110, ta: 'end' },
            { label: t('content.trash.left'), visibleFrom: 'sm', w: 140 },
            { ...actionsColumn(undefined), w: { base: 150, sm: 290 } },
          ]}
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

function TrashRow({ item, index }: { item: TrashedContent; index: number }) {
  const { content, purged_at: purgedAt } = item;
  // Updated once a minute.
  const now = useNow(60);
  const restore = useTrashChange('restore');
  const ids = [content.content_id];
  const purge = useChange('content', (node) => node.call(postTrashPurge, { body: { content_ids: ids } }));
  const name = shownTitle(content);
  const left = t('content.trash.days', {
    count: Math.max(0, Math.ceil((Date.parse(purgedAt) - now - minuteMs) / dayMs)),
  });
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Text size="sm" truncate translate="no" title={plainName(content)}>
          {name}
        </Text>
        <SmallNote hiddenFrom="sm">{left}</SmallNote>
      </Table.Th>
      <Table.Td visibleFrom="md" ta="end">
        {formatBytes(content.size)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{left}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end">
          <Button
            size="xs"
            variant="default"
            flex={lineOfItsOwn}
            aria-label={t('content.trash.restoreOf', { name })}
            loading={restore.isPending}
            onClick={() => restore.mutate(ids, { onError: notifyProblem })}
          >
            {t('content.trash.restore')}
          </Button>
          <ChangeButton
            change={purge}
            question={{
              title: t('content.trash.purge.title'),
              text: t('content.trash.purge.text', { name }),
              confirm: t('content.trash.purge.confirm'),
              danger: true,
            }}
            flex={lineOfItsOwn}
            aria-label={t('content.trash.purge.of', { name })}
          >
            {t('content.trash.purge.button')}
          </ChangeButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
