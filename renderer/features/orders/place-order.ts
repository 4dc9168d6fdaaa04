import { getContent } from '../../../src/contract/dashboard-api/content.ts';
import { deleteEncryption } from '../../../src/contract/dashboard-api/licensing.ts';
import { type Order, type OrderRequest, postOrder } from '../../../src/contract/dashboard-api/orders.ts';
import { CallError, toCallError } from '../../lib/api/call-error.ts';
import type { NodeClient } from '../../lib/api/node-client.ts';
import { t } from '../../lib/i18n/language.ts';
import { tabStorage } from '../../lib/session/page-storage.ts';

/** Before it is asked again, in ms. */
const pause = 500;

/** Contents that are published by this window once they are encrypted. */
const awaited = new Set<string>();

/** Contents whose sale was stopped here: asked for again, their encryption would begin anew. */
const stopped = new Set<string>();

/**
 * Asks something of the chain. What is sold is encrypted first: the node then answers that it is not done yet, and is
 * asked again until it is. Each time it waits some seconds itself.
 * @throws CallError also where the encryption has failed or was stopped
 */
export async function placeOnceEncrypted(node: NodeClient, request: OrderRequest): Promise<Order> {
  if (request.kind !== 'register') return node.call(postOrder, { body: request });
  const { content_id: id } = request;
  stopped.delete(id);
  awaited.add(id);
  try {
    const order = await register(node, request);
    if (order.content_id !== null) tabStorage.set(registrationOf(id), order.content_id);
    return order;
  } finally {
    awaited.delete(id);
  }
}

const registrationOf = (contentId: string): string => `registered ${contentId}`;

/** The encrypted file by which this window has registered a content; null: it has not. */
export function registeredAs(contentId: string): string | null {
  return tabStorage.get(registrationOf(contentId));
}

/** Whether this window publishes a content by itself once it is encrypted. Another one, or a reload, has not asked for it. */
export function isSaleAwaited(contentId: string): boolean {
  return awaited.has(contentId);
}

async function register(
  node: NodeClient,
  request: Extract<OrderRequest, { kind: 'register' }>,
): Promise<Order> {
  const { content_id: id } = request;
  for (;;) {
    try {
      return await node.call(postOrder, { body: request });
    } catch (error) {
      if (toCallError(error).code !== 'encrypting') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    const { sealing } = await node.call(getContent, { params: { id } });
    if (sealing?.state === 'failed') {
      throw new CallError({ title: () => t('publish.failed.title'), detail: sealing.message ?? '' });
    }
    if (stopped.has(id) || sealing === null) {
      throw new CallError({
        title: () => t('publish.stopped.title'),
        detail: () => t('publish.stopped.detail'),
      });
    }
  }
}

/** Stops putting a file up for sale: it is open again as before. */
export async function stopSale(node: NodeClient, contentId: string): Promise<void> {
  stopped.add(contentId);
  try {
    await node.call(deleteEncryption, { params: { id: contentId } });
  } catch (error) {
    // It has failed, and was opened again by itself.
    if (toCallError(error).code !== 'content_not_found') throw error;
  }
}
