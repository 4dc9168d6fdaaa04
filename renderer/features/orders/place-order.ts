import { getContent } from '../../../src/contract/dashboard-api/content.ts';
import { deleteEncryption } from '../../../src/contract/dashboard-api/licensing.ts';
import { type Order, type OrderRequest, postOrder } from '../../../src/contract/dashboard-api/orders.ts';
import { CallError, errorTexts, toCallError } from '../../lib/api/call-error.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';
import { tabStorage } from '../../lib/session/page-storage.ts';

/** Delay before the next attempt, in ms. */
const pauseMs = 500;

/** Contents that this window registers as soon as they are encrypted. */
const awaited = new Set<string>();

/** Contents whose sale was cancelled in this window; another request would encrypt them again. */
const cancelled = new Set<string>();

/** Places an order; repeats it until a sold content is encrypted. @throws CallError, also if the encryption failed */
export async function placeOnceEncrypted(node: DashboardClient, request: OrderRequest): Promise<Order> {
  if (request.kind !== 'register') return node.call(postOrder, { body: request });
  const { content_id: id } = request;
  cancelled.delete(id);
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

/** Returns the encrypted file as which this window registered a content; null if it has not registered it. */
export function registeredAs(contentId: string): string | null {
  return tabStorage.get(registrationOf(contentId));
}

/**
 * Returns whether this window registers a content as soon as it is encrypted; other windows and reloaded pages do not.
 */
export function isSaleAwaited(contentId: string): boolean {
  return awaited.has(contentId);
}

async function register(
  node: DashboardClient,
  request: Extract<OrderRequest, { kind: 'register' }>,
): Promise<Order> {
  const { content_id: id } = request;
  for (;;) {
    try {
      return await node.call(postOrder, { body: request });
    } catch (error) {
      if (toCallError(error).code !== 'encrypting') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (cancelled.has(id)) throw stopped();
    const { encryption } = await node.call(getContent, { params: { id } });
    if (encryption?.state === 'failed') {
      const { message } = encryption;
      const detail = () => (message ? messageText(message) : '');
      throw new CallError({ title: () => t('selling.failed.title'), detail });
    }
    if (cancelled.has(id) || encryption === null) throw stopped();
  }
}

const stopped = () => new CallError(errorTexts('selling.stopped'));

/**
 * Cancels the sale of a file or collection before its registration was sent, which lifts the restriction.
 * @returns the media type of the content; undefined where the encryption failed before
 */
export async function cancelSale(node: DashboardClient, contentId: string): Promise<string | undefined> {
  cancelled.add(contentId);
  try {
    return (await node.call(deleteEncryption, { params: { id: contentId } })).content_type;
  } catch (error) {
    // The encryption failed, which already removed the restriction.
    if (toCallError(error).code !== 'content_not_found') throw error;
    return undefined;
  }
}
