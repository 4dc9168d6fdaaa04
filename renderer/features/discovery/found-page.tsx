import { Button, List, Spoiler, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import { maxCounted } from '../../../src/contract/lists.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useOverview } from '../monitoring/index.ts';
import { syncLabel, useSync } from '../network-activity/index.ts';
import { useTransfers } from '../transfers/index.ts';
import { useFound, useSyncNow } from './discovery-queries.ts';
import { NothingFound, NothingKnown } from './empty-states.tsx';
import { FoundFilters } from './found-filters.tsx';
import { FoundRow } from './found-row.tsx';
import { type FilterName, useFoundFilter } from './use-found-filter.ts';

export function FoundPage() {
  const [typed, setTyped] = useState(useSearchParams()[0].get('q') ?? '');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { filter, set, clear } = useFoundFilter();
  const found = useFound({ q, ...filter });
  const sync = useSync().data;
  const peers = useOverview().data?.network.peers;
  const { count, total, isPlaceholder } = found;
  const isNarrowed = q !== '' || typed !== '' || Object.keys(filter).length > 0;
  const nothingKnown = count === 0 && !isNarrowed;
  const clearAll = useCallback(() => {
    setTyped('');
    clear();
  }, [clear]);

  return (
    <Page
      title={t('frame.pages.free')}
      note={count !== undefined && count > 0 && countLabel(total)}
      actions={sync && sync.contents > 0 && <AskNow asking={sync.state === 'running'} />}
    >
      {nothingKnown && sync && peers !== undefined ? (
        <NothingKnown sync={sync} peers={peers} />
      ) : (
        <Stack gap="sm">
          <SearchField
            label={t('discovery.search')}
            value={typed}
            onChange={setTyped}
            isSearching={isPlaceholder}
          />
          <FoundCount words={count !== undefined && count > 0 && isNarrowed ? countLabel(total) : ''} />
          <FoundFilters filter={filter} onSet={set} />
          {sync && <SyncLine sync={sync} />}
          <LongList
            list={found}
            none={isNarrowed && <NothingFound onClear={clearAll} />}
            loading={t('content.loading')}
          >
            <FoundTable found={found} onFilter={set} />
          </LongList>
        </Stack>
      )}
    </Page>
  );
}

function countLabel(total: number | null): string {
  if (total === null) return t('discovery.countOrMore', { count: maxCounted });
  return t('common.files', { count: total });
}

function AskNow({ asking }: { asking: boolean }) {
  const ask = useSyncNow();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden />}
      loading={ask.isPending || asking}
      onClick={() => ask.mutate(undefined, { onError: notifyProblem })}
    >
      {t('discovery.askNow')}
    </Button>
  );
}

interface FoundTableProps {
  found: ReturnType<typeof useFound>;
  onFilter(name: FilterName, value: string): void;
}

function FoundTable({ found, onFilter }: FoundTableProps) {
  const fetches = useFetches();
  return (
    <LongTable
      list={found}
      label={t('discovery.list')}
      keyOf={(content) => content.content_id}
      rowHeight={66}
      columns={[
        { label: t('content.details.title') },
        { label: t('content.columns.type'), visibleFrom: 'lg', w: 120 },
        { label: t('content.columns.size'), visibleFrom: 'md', w: 110, ta: 'end' },
        { label: t('discovery.columns.on'), visibleFrom: 'md', w: 110 },
        { label: t('discovery.here'), visibleFrom: 'sm', w: 140, px: 'xs' },
        actionsColumn(52),
      ]}
    >
      {(content, index) => (
        <FoundRow
          found={content}
          transfer={fetches.get(content.content_id)}
          index={index}
          onFilter={onFilter}
        />
      )}
    </LongTable>
  );
}

/** Returns the running fetches by content id. */
function useFetches() {
  const transfers = useTransfers().data;
  return useMemo(
    () =>
      new Map(
        transfers
          ?.filter(({ kind }) => kind === 'fetch')
          .map((transfer) => [transfer.content_id, transfer] as const),
      ),
    [transfers],
  );
}

/** Shows the progress of discovery, and the nodes whose lists could not be read. */
function SyncLine({ sync }: { sync: SyncState }) {
  const inTrouble = sync.nodes.flatMap(({ host, message }) => (message === null ? [] : [{ host, message }]));
  const isFull = sync.contents >= sync.max_contents && sync.state !== 'off';
  return (
    <>
      <Note>
        {syncLabel(sync)}
        {isFull && ` ${t('discovery.sync.most', { count: sync.max_contents })}`}
      </Note>
      {inTrouble.length > 0 && (
        <Spoiler maxHeight={66} showLabel={t('common.showAll')} hideLabel={t('common.showFewer')}>
          <List size="sm" c="dimmed" aria-label={t('discovery.sync.trouble')}>
            {inTrouble.map(({ host, message }) => (
              <List.Item key={host} style={{ overflowWrap: 'anywhere' }}>
                <bdi>{hostName(host)}</bdi>: <NodeMessage message={message} />
              </List.Item>
            ))}
          </List>
        </Spoiler>
      )}
    </>
  );
}
