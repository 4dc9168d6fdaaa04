import { Title } from '@mantine/core';
import { useState } from 'react';
import type { MarketItem } from '../../../../src/contract/dashboard-api/market.ts';
import { t } from '../../../lib/i18n/language.ts';
import { useNewestItems } from '../market-queries.ts';
import { MarketTile } from './market-tile.tsx';
import { Shelf } from './shelf.tsx';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Shows rows of chosen items above the list of all. A row that contains all of them would only repeat the list.
 * @param total number of items for sale; null: many
 */
export function StoreShelves({ total }: { total: number | null }) {
  const [since] = useState(() => Date.now() - weekMs);
  const newest = useNewestItems('all').filter(({ created_at: at }) => Date.parse(at) >= since);
  const followed = useNewestItems('followed');
  const adds = (items: readonly MarketItem[]) => items.length > 0 && (total === null || total > items.length);
  if (!adds(newest) && !adds(followed)) return null;
  return (
    <>
      {adds(newest) && <ItemShelf title={t('market.shelves.new')} items={newest} />}
      {adds(followed) && <ItemShelf title={t('market.shelves.followed')} items={followed} />}
      <Title order={2}>{t('market.shelves.all')}</Title>
    </>
  );
}

function ItemShelf({ title, items }: { title: string; items: readonly MarketItem[] }) {
  return (
    <Shelf title={title}>
      {items.map((item) => (
        <li key={item.content_address}>
          <MarketTile item={item} />
        </li>
      ))}
    </Shelf>
  );
}
