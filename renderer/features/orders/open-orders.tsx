import { Alert, Stack } from '@mantine/core';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { currentLocale, t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { OrderIcon } from './order-icon.tsx';
import { orderKindLabel, orderStateLabel } from './order-labels.ts';
import { useOrders } from './order-queries.ts';

interface OpenOrdersProps {
  /** Whether an order belongs to the page. */
  matches(order: Order): boolean;
  /** Whether the subject of the orders is shown elsewhere on the page. */
  isPlain?: boolean;
}

/** Shows the matching orders that are in progress or unsent. */
export function OpenOrders({ matches, isPlain = false }: OpenOrdersProps) {
  const orders = useOrders().data?.pages.flatMap(({ items }) => items) ?? [];
  const open = orders.filter((order) => order.state === 'open' && matches(order));
  if (open.length === 0) return null;
  return (
    <Stack gap="xs" role="status">
      {open.map((order) => (
        <OpenOrder key={order.query_id} order={order} title={isPlain ? '' : order.title} />
      ))}
    </Stack>
  );
}

function OpenOrder({ order, title }: { order: Order; title: string }) {
  const { label, color } = orderStateLabel(order);
  const what = orderKindLabel(order).toLocaleLowerCase(currentLocale());
  return (
    <Alert
      // `group` instead of a live region for each, because the list is already announced as a whole.
      role="group"
      py="xs"
      color={color}
      icon={<OrderIcon order={order} />}
      title={t(title === '' ? 'chain.order.open' : 'chain.order.openOf', { state: label, what, title })}
    >
      {order.message !== null && <NodeMessage message={order.message} />}
    </Alert>
  );
}
