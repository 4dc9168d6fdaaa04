import { Table } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { decimalsOf } from '../../components/chain/money.tsx';
import { EndlessBody, EndlessRest } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { headerHeight } from '../../theme.ts';
import { MarketRow } from './market-row.tsx';

/** Prices with more decimals are rare, and need not line up with the others. */
const mostDecimals = 3;

/** What is for sale. */
export function MarketTable({ market }: { market: LongList<MarketItem> }) {
  const { first } = market;
  const decimals = useMemo(
    () =>
      decimalsOf(
        first.map(({ price }) => price),
        mostDecimals,
      ),
    [first],
  );
  const { itemAt } = market;
  const { table, list } = useEndlessRows({
    count: market.count ?? 0,
    keyOf: useCallback((index: number) => itemAt(index)?.content_address, [itemAt]),
    rowHeight: 55,
    onShow: market.show,
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
        aria-rowcount={market.total === null ? -1 : market.total + 1}
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
        <EndlessBody list={list}>
          {(index) => {
            const item = itemAt(index);
            return item && <MarketRow item={item} index={index} decimals={decimals} />;
          }}
        </EndlessBody>
      </Table>
      <EndlessRest list={list} />
    </>
  );
}
