import { Alert, Loader, Stack } from '@mantine/core';
import type { Order } from '../../../src/contract/local-chain.ts';
import { useOrders } from '../../lib/chain-queries.ts';
import { orderKindWords } from '../../lib/order-words.ts';

/** What is under way, of the orders that are meant. */
export function OpenOrders({ meant }: { meant(order: Order): boolean }) {
  const orders = useOrders().data?.pages.flatMap(({ items }) => items) ?? [];
  const open = orders.filter((order) => order.state === 'open' && meant(order));
  if (open.length === 0) return null;
  return (
    <Stack gap="xs" role="status">
      {open.map((order) => (
        <Alert
          key={order.query_id}
          py="xs"
          icon={<Loader size={16} aria-hidden />}
          title={`Under way: ${orderKindWords(order).toLowerCase()}${order.title === '' ? '' : `, ${order.title}`}`}
        >
          {order.message}
        </Alert>
      ))}
    </Stack>
  );
}
