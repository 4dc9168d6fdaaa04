import { Loader } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';

/** Shows whether an order is in progress, confirmed, or needs attention. */
export function OrderIcon({ order: { state, is_unsent: isUnsent } }: { order: Order }) {
  if (state === 'open' && !isUnsent) return <Loader size={16} aria-hidden />;
  return state === 'confirmed' ? <IconCheck aria-hidden /> : <IconInfoCircle aria-hidden />;
}
