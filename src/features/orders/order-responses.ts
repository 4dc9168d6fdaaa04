import type { Order } from '../../contract/dashboard-api/orders.ts';
import type { Message } from '../../contract/messages/message.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { message } from '../../core/messages/message.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../chain/index.ts';
import { type OrderRecord, unsentReplies } from './order.ts';

/** Returns whether addresses use the format of test networks. */
export const isTestOnly = (network: ChainNetwork): boolean => network === 'testnet' || network === 'embedded';

/** Returns the fields of an order that both kinds of documents contain. */
export function commonOrderFields(order: OrderRecord, network: ChainNetwork) {
  const { sha256, contentAddress, settledAt } = order;
  const form = { bounceable: true, testOnly: isTestOnly(network) };
  return {
    query_id: order.queryId,
    state: order.state,
    content_id: sha256 && contentIdOf(sha256),
    content_address: contentAddress && formatTonAddress(contentAddress, form),
    price: order.price?.toString() ?? null,
    amount: order.amount.toString(),
    created_at: toTimestamp(order.createdAt),
    valid_until: toTimestamp(order.validUntil),
    settled_at: order.state === 'open' || settledAt === null ? null : toTimestamp(settledAt),
  };
}

export function orderResponse(order: OrderRecord, network: ChainNetwork, clock: Clock): Order {
  return {
    ...commonOrderFields(order, network),
    kind: order.kind,
    message: order.state === 'open' ? openOrderMessage(order, clock()) : order.note,
    is_unsent: isUnsent(order, clock()),
    pay_with: order.payWith,
    title: order.title,
    licence: order.licence,
    transaction: order.transaction?.toString('hex') ?? null,
  };
}

const isUnsent = ({ state, sentLt, validUntil, walletReply }: OrderRecord, now: number): boolean =>
  state === 'open' &&
  sentLt === null &&
  now <= validUntil &&
  walletReply !== null &&
  unsentReplies.has(walletReply);

/** Returns the state of an open order and the next step. */
function openOrderMessage(order: OrderRecord, now: number): Message {
  if (order.settledAt !== null) return message('orders.chainReplaced');
  if (order.sentLt !== null) return message('orders.onChain');
  if (now > order.validUntil) return message('orders.timeOver');
  if (order.payWith === 'wallet' || order.payWith === null) return walletReplyMessage(order);
  return message(order.signedMessage === null ? 'orders.queued' : 'orders.sent');
}

function walletReplyMessage({ walletReply, validUntil }: OrderRecord): Message {
  const until = toTimestamp(validUntil);
  switch (walletReply) {
    case 'asked':
      return message('orders.confirmInWallet');
    case 'signed':
      return message('orders.signed');
    case 'declined':
      return message('orders.declined');
    case 'wrong_network':
      return message('orders.wrongNetwork');
    case 'undelivered':
      return message('orders.undelivered');
    case 'unanswered':
      return message('orders.unanswered', { until });
    case null:
      return message('orders.givenOut', { until });
  }
}
