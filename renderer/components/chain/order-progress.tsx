import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Order } from '../../../src/contract/local-chain.ts';
import { useOrders } from '../../lib/chain-queries.ts';
import { orderStateWords } from '../../lib/order-words.ts';

interface OrderProgressProps {
  /** As it was answered; what has become of it since is asked. */
  order: Order;
  /** What is said when it is done. */
  done: string;
  next: ReactNode;
  /** Back to where it was ordered. */
  onAgain(): void;
  onClose(): void;
}

/** What becomes of an order, until it is settled. It goes on without being watched. */
export function OrderProgress({ order: placed, done, next, onAgain, onClose }: OrderProgressProps) {
  const orders = useOrders().data?.pages.flatMap(({ items }) => items);
  const order = orders?.find(({ query_id: id }) => id === placed.query_id) ?? placed;
  const { label, color, explanation } = orderStateWords(order);
  const isUnderWay = order.state === 'open' && !order.is_unasked;
  const isDone = order.state === 'confirmed';
  const status = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => status.current?.focus(), []);
  return (
    <Stack gap="md">
      <Alert
        ref={status}
        tabIndex={-1}
        role="status"
        color={color}
        title={label}
        icon={
          isUnderWay ? (
            <Loader size={16} aria-hidden />
          ) : isDone ? (
            <IconCheck aria-hidden />
          ) : (
            <IconInfoCircle aria-hidden />
          )
        }
      >
        {isDone ? done : explanation}
      </Alert>
      {isUnderWay && (
        <Text size="sm" c="dimmed">
          You may close this: it goes on by itself, and the Wallet page shows what becomes of it.
        </Text>
      )}
      <Group justify="flex-end">
        {isDone && next}
        {order.is_unasked && <Button onClick={onAgain}>Ask again…</Button>}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
