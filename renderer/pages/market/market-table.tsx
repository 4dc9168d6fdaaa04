import { Table } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MarketPage } from '../../../src/contract/local-chain.ts';
import { decimalsOf } from '../../components/chain/money.tsx';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import { headerHeight } from '../../theme.ts';
import { MarketRow } from './market-row.tsx';

interface MarketTableProps {
  market: UseInfiniteQueryResult<InfiniteData<MarketPage>>;
  /** How many match in all, loaded or not. */
  total: number;
}

/** Prices with more decimals are rare, and need not line up with the others. */
const mostDecimals = 3;

/** What is for sale. */
export function MarketTable({ market, total }: MarketTableProps) {
  const { data } = market;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const first = data?.pages[0]?.items;
  const decimals = useMemo(() => decimalsOf(first?.map(({ price }) => price) ?? [], mostDecimals), [first]);
  const { table, rows, measure, above, below } = useEndlessRows({
    count: items.length,
    keyOf: (index) => items[index]?.content_address ?? index,
    rowHeight: 55,
    source: market,
  });
  return (
    <>
      <Table
        ref={table}
        layout="fixed"
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label={t('market.list')}
        aria-rowcount={total + 1}
        aria-busy={market.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>{t('market.columns.title')}</Table.Th>
            <Table.Th visibleFrom="md" w={110}>
              {t('market.columns.type')}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={205}>
              {t('market.columns.published')}
            </Table.Th>
            <Table.Th w={145} ta="right">
              {t('market.columns.price')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpacerRow height={above} />
          {rows.map(({ index, key }) => {
            const item = items[index];
            return (
              item && <MarketRow key={key} item={item} index={index} decimals={decimals} measure={measure} />
            );
          })}
          <SpacerRow height={below} />
        </Table.Tbody>
      </Table>
      <MoreRows source={market} label={t('market.loadingMore')} />
    </>
  );
}
