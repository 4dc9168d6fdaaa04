import { EmptyState, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getSales } from '../../../src/contract/dashboard-api/market.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { roundedAmount } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { MoreButton } from '../../ui/lists/more-button.tsx';
import { earnedOf, useEarnings } from '../monitoring/index.ts';
import { SaleItem } from './sale-item.tsx';

/** Returns the payments that the own wallets received, newest first, page by page. */
function useSales() {
  const node = useDashboardClient();
  return useInfiniteQuery({
    queryKey: ['earnings', 'sales'],
    queryFn: ({ pageParam, signal }) =>
      node.call(getSales, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Shows what was earned this week, and every sale. */
export function SalesCard() {
  const sales = useSales();
  return (
    <SectionCard title={t('wallet.sales.title')}>
      <ThisWeek />
      <QueryState query={sales} height={120} loadingLabel={t('wallet.sales.loading')}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <NoSales />;
          return (
            <BareList gap="md" aria-label={t('wallet.sales.title')}>
              {items.map((sale) => (
                <SaleItem key={`${sale.licence_address} ${sale.at}`} sale={sale} />
              ))}
            </BareList>
          );
        }}
      </QueryState>
      <MoreButton query={sales} />
    </SectionCard>
  );
}

function ThisWeek() {
  const week = useEarnings('week').data;
  if (!week) return null;
  const amount = roundedAmount(week.points.reduce((sum, point) => sum + earnedOf(point), 0n));
  return (
    <Text size="lg" fw={600}>
      {t('wallet.sales.week', { amount })}
    </Text>
  );
}

function NoSales() {
  return (
    <EmptyState
      py={0}
      icon={<IconCoins stroke={1.4} aria-hidden />}
      title={t('wallet.sales.none.title')}
      description={t('wallet.sales.none.text')}
    />
  );
}
