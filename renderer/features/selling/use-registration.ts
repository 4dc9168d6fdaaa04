import { useState } from 'react';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { registeredAs, useOrders } from '../orders/index.ts';

/**
 * Returns the last registration of a content among the newest orders.
 * @param encryptedId id of its encrypted file, under which sold content is registered; null where there is none now
 */
export function useRegistration(contentId: string, encryptedId: string | null): Order | undefined {
  // A failed registration removes the encrypted file.
  const [lastEncryptedId, setLastEncryptedId] = useState(encryptedId);
  if (encryptedId !== null && encryptedId !== lastEncryptedId) setLastEncryptedId(encryptedId);
  // A small file may be encrypted and removed between two renders.
  const ids = new Set<string | null>([contentId, lastEncryptedId, registeredAs(contentId)]);
  return useOrders()
    .data?.pages.flatMap(({ items }) => items)
    .find(({ kind, content_id: id }) => kind === 'register' && id !== null && ids.has(id));
}
