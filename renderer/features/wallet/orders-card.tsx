import { Button, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useOrders } from '../orders/index.ts';
import { OrderItem } from './order-item.tsx';

/** What was asked of the chain, newest first, and what became of it. */
export function OrdersCard() {
  const orders = useOrders();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = orders;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <SectionCard title={t('wallet.orders.title')}>
      {error && <ProblemAlert error={error} onRetry={() => void orders.refetch()} />}
      {!data && !error && (
        <Skeleton height={120} role="status" aria-busy="true" aria-label={t('wallet.orders.loading')} />
      )}
      {data && items.length === 0 && (
        <EmptyState
          py={0}
          icon={<IconReceipt2 stroke={1.4} aria-hidden />}
          title={t('wallet.orders.none.title')}
          description={t('wallet.orders.none.text')}
        />
      )}
      {items.length > 0 && (
        <Stack
          component="ul"
          gap="md"
          p={0}
          m={0}
          aria-label={t('wallet.orders.title')}
          style={{ listStyle: 'none' }}
        >
          {items.map((order) => (
            <OrderItem key={order.query_id} order={order} />
          ))}
        </Stack>
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
