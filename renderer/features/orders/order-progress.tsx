import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { OpenPracticeWallet } from '../../ui/navigation/open-practice-wallet.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useChain } from '../chain/index.ts';
import { OrderIcon } from './order-icon.tsx';
import { orderStateLabel } from './order-labels.ts';
import { useOrders } from './order-queries.ts';

interface OrderProgressProps {
  /** The order when it was placed; its later state is loaded. */
  order: Order;
  /** Message after success. */
  done: string;
  next: ReactNode;
  /** Returns to the order form. */
  onAgain(): void;
  onClose(): void;
}

/** Shows the progress of an order until it is final. The order continues if this component is removed. */
export function OrderProgress({ order: placed, done, next, onAgain, onClose }: OrderProgressProps) {
  const orders = useOrders().data?.pages.flatMap(({ items }) => items);
  const order = orders?.find(({ query_id: id }) => id === placed.query_id) ?? placed;
  const { label, color, explanation } = orderStateLabel(order);
  const isUnderWay = order.state === 'open' && !order.is_unsent;
  const walletUrl = useChain().data?.wallets.find(({ payer }) => payer === order.pay_with)?.page_url ?? null;
  const isDone = order.state === 'confirmed';
  const status = useRef<HTMLDivElement>(null);
  // The status gets the focus, because the pressed button no longer exists.
  useEffect(() => status.current?.focus(), []);
  return (
    <Stack gap="md">
      <Alert
        ref={status}
        tabIndex={-1}
        role="status"
        color={color}
        title={label}
        icon={<OrderIcon order={order} />}
      >
        {isDone ? done : explanation}
      </Alert>
      {isUnderWay && <Note>{t('chain.order.close')}</Note>}
      <Group justify="flex-end">
        {isDone && next}
        {isUnderWay && walletUrl !== null && <OpenPracticeWallet url={walletUrl} />}
        {order.is_unsent && <Button onClick={onAgain}>{t('chain.order.again')}</Button>}
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}
