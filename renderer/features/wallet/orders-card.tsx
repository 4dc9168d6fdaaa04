import { Button, EmptyState } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { useOrders } from '../orders/index.ts';
import { OrderItem } from './order-item.tsx';

/** Lists the orders with their states, newest first. */
export function OrdersCard() {
  const orders = useOrders();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = orders;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SectionCard title={t('wallet.orders.title')}>
      {error && <ProblemAlert error={error} onRetry={() => void orders.refetch()} />}
      {!data && !error && <Loading height={120} label={t('wallet.orders.loading')} />}
      {data && items.length === 0 && (
        <EmptyState
          py={0}
          icon={<IconReceipt2 stroke={1.4} aria-hidden />}
          title={t('wallet.orders.none.title')}
          description={t('wallet.orders.none.text')}
        />
      )}
      {items.length > 0 && (
        <BareList gap="md" aria-label={t('wallet.orders.title')}>
          {items.map((order) => (
            <OrderItem key={order.query_id} order={order} />
          ))}
        </BareList>
      )}
      {hasNextPage && (
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.showMore')}
        </Button>
      )}
    </SectionCard>
  );
}
