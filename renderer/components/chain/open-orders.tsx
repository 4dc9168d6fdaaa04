import { Alert, Loader, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Order } from '../../../src/contract/local-chain.ts';
import { useOrders } from '../../lib/chain-queries.ts';
import { orderKindWords, orderStateWords } from '../../lib/order-words.ts';

/** What is under way, or waits to be asked again, of the orders that are meant. */
export function OpenOrders({ meant }: { meant(order: Order): boolean }) {
  const orders = useOrders().data?.pages.flatMap(({ items }) => items) ?? [];
  const open = orders.filter((order) => order.state === 'open' && meant(order));
  if (open.length === 0) return null;
  return (
    <Stack gap="xs" role="status">
      {open.map((order) => (
        <OpenOrder key={order.query_id} order={order} />
      ))}
    </Stack>
  );
}

function OpenOrder({ order }: { order: Order }) {
  const { label, color } = orderStateWords(order);
  const what = orderKindWords(order).toLowerCase();
  return (
    <Alert
      py="xs"
      color={color}
      icon={order.is_unasked ? <IconInfoCircle aria-hidden /> : <Loader size={16} aria-hidden />}
      title={`${label}: ${order.title === '' ? what : `${what}, ${order.title}`}`}
    >
      {order.message}
    </Alert>
  );
}
