import { useState } from 'react';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { registeredAs, useOrders } from '../orders/index.ts';

/**
 * The last try to publish a content, among the newest orders.
 * @param sealedId of the encrypted file that it became, as what is sold is registered by that; null: there is none now
 */
export function useRegistration(contentId: string, sealedId: string | null): Order | undefined {
  // It is gone when the try has failed.
  const [lastSealedId, setLastSealedId] = useState(sealedId);
  if (sealedId !== null && sealedId !== lastSealedId) setLastSealedId(sealedId);
  // A small file may be encrypted and gone before anybody has looked.
  const ids = new Set<string | null>([contentId, lastSealedId, registeredAs(contentId)]);
  return useOrders()
    .data?.pages.flatMap(({ items }) => items)
    .find(({ kind, content_id: id }) => kind === 'register' && id !== null && ids.has(id));
}
