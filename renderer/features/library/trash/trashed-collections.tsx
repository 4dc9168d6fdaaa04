import { Card } from '@mantine/core';
import {
  deleteTrashedCollection,
  getTrashedCollections,
  postTrashedCollectionRestore,
  type TrashedCollection,
} from '../../../../src/contract/dashboard-api/library/trash.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { t } from '../../../lib/i18n/language.ts';
import { LongTable } from '../../../ui/lists/long-table.tsx';
import { TrashedRow, trashColumns } from './trashed-row.tsx';

/** Returns the deleted collections; more than these appear once some of them are restored or purged. */
export const useTrashedCollections = (): TrashedCollection[] =>
  useDashboardQuery(['collections', 'trash'], getTrashedCollections, { query: { limit: 100 } }).data?.items ??
  [];

/** Lists deleted collections above the deleted files. */
export function TrashedCollections({ items }: { items: readonly TrashedCollection[] }) {
  const list = {
    count: items.length,
    total: items.length,
    itemAt: (index: number) => items[index],
    setVisibleRows: () => {},
  };
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
      restore={restore}
      purge={purge}
    />
  );
}
