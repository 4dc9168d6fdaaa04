import { useMemo } from 'react';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { decimalsOf } from '../../ui/values/money.tsx';
import { MarketRow } from './market-row.tsx';

/** Prices with more decimals are rare and need not align. */
const maxDecimals = 3;

/** Lists the items for sale. */
export function MarketTable({ market }: { market: LongList<MarketItem> }) {
  const { first } = market;
  const decimals = useMemo(
    () =>
      decimalsOf(
        first.map(({ price }) => price),
        maxDecimals,
      ),
    [first],
  );
  return (
    <LongTable
      list={market}
      label={t('market.list')}
      keyOf={(item) => item.content_address}
      rowHeight={55}
      columns={[
        { label: t('market.columns.title') },
        { label: t('market.columns.type'), visibleFrom: 'lg', w: 110 },
        { label: t('market.columns.published'), visibleFrom: 'md', w: 205 },
        { label: t('market.columns.price'), w: 145, ta: 'end' },
      ]}
    >
      {(item, index) => <MarketRow item={item} index={index} decimals={decimals} />}
    </LongTable>
  );
}
