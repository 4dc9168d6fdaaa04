import { useMemo } from 'react';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { useTransfers } from '../transfers/index.ts';
import { FoundRow } from './found-row.tsx';
import type { FilterName } from './use-found-filter.ts';

interface FoundTableProps {
  found: LongList<RemoteContent>;
  onFilter(name: FilterName, value: string): void;
}

/** Lists the entries of the remote index. */
export function FoundTable({ found, onFilter }: FoundTableProps) {
  const fetches = useFetches();
  return (
    <LongTable
      list={found}
      label={t('found.list')}
      keyOf={(content) => content.content_id}
      rowHeight={66}
      columns={[
        { label: t('found.columns.title') },
        { label: t('found.columns.type'), visibleFrom: 'lg', w: 120 },
        { label: t('found.columns.size'), visibleFrom: 'md', w: 110, ta: 'end' },
        { label: t('found.columns.on'), visibleFrom: 'md', w: 110 },
        { label: t('found.columns.here'), visibleFrom: 'sm', w: 128, px: 'xs' },
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
