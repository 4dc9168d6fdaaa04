import { Card } from '@mantine/core';
import {
  deleteTrashedCollection,
  getTrashedCollections,
  postTrashedCollectionRestore,
  type TrashedCollection,
} from '../../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { pieceSize } from '../../../lib/api/list-place.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { collectionPathOf } from '../../../lib/paths.ts';
import { LongTable } from '../../../ui/lists/long-table.tsx';
import { type LongList, useLongList } from '../../../ui/lists/virtual/use-long-list.ts';
import { TrashedRow, trashColumns } from './trashed-row.tsx';

/** Returns the deleted collections, the last deleted first. */
export function useTrashedCollections() {
  const node = useDashboardClient();
  return useLongList(['collections', 'trash', 'list'], async (place, signal) => {
    const query = { limit: pieceSize, skip: place.skip };
    const { items, total } = await node.call(getTrashedCollections, { query }, { signal });
    return { items, total, isLast: place.skip + items.length >= total, top: null };
  });
}

/** Lists deleted collections above the deleted files. */
export function TrashedCollections({ list }: { list: LongList<TrashedCollection> }) {
  return (
    <Card padding={0} style={{ overflow: 'clip' }}>
      <LongTable
        list={list}
        label={t('content.trash.collections')}
        keyOf={({ collection }) => collection.id}
        rowHeight={60}
        columns={trashColumns(t('frame.pages.collections'), t('content.trash.items'))}
      >
        {(item, index) => <Row item={item} index={index} />}
      </LongTable>
    </Card>
  );
}

function Row({ item, index }: { item: TrashedCollection; index: number }) {
  const { id, title, items } = item.collection;
  const params = { id };
  const restore = useChange('collections', (node) => node.call(postTrashedCollectionRestore, { params }));
  const purge = useChange('collections', (node) => node.call(deleteTrashedCollection, { params }));
  return (
    <TrashedRow
      name={title}
      title={title}
      index={index}
      size={t('collections.items', { count: items })}
      purgedAt={item.purged_at}
      restored={{ to: collectionPathOf(id), label: t('collections.add.show') }}
      restore={restore}
      purge={purge}
    />
  );
}
