import { Title } from '@mantine/core';
import { useState } from 'react';
import type { MarketItem } from '../../../../src/contract/dashboard-api/market.ts';
import { t } from '../../../lib/i18n/language.ts';
import { useNewestItems } from '../market-queries.ts';
import { MarketTile } from './market-tile.tsx';
import { TileRow } from './tile-row.tsx';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Shows rows of selected items above the list of all items. Omits a row that contains all of them, because it would
 * repeat the list.
 * @param total number of items for sale; null if there are too many to count
 */
export function StoreRows({ total }: { total: number | null }) {
  const [since] = useState(() => Date.now() - weekMs);
  const newest = useNewestItems('all').filter(({ created_at: at }) => Date.parse(at) >= since);
  const followed = useNewestItems('followed');
  const adds = (items: readonly MarketItem[]) => items.length > 0 && (total === null || total > items.length);
  if (!adds(newest) && !adds(followed)) return null;
  return (
    <>
      {adds(newest) && <ItemRow title={t('market.rows.new')} items={newest} />}
      {adds(followed) && <ItemRow title={t('market.rows.followed')} items={followed} />}
      <Title order={2}>{t('market.rows.all')}</Title>
    </>
  );
}

function ItemRow({ title, items }: { title: string; items: readonly MarketItem[] }) {
  return (
    <TileRow title={title}>
      {items.map((item) => (
        <li key={item.content_address}>
          <MarketTile item={item} backLabel={t('frame.pages.store')} />
        </li>
      ))}
    </TileRow>
  );
}
