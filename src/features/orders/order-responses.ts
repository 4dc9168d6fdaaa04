import type { Order } from '../../contract/dashboard-api/orders.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../chain/index.ts';
import { type OrderRecord, undeliveredReplies } from './order.ts';

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
  if (order.kind === 'platform') throw new Error('a node’s own errand is no order');
  return {
    ...commonOrderFields(order, network),
    kind: order.kind,
    message: order.state === 'open' ? openOrderMessage(order, clock()) : order.note,
    is_unasked: isUnasked(order, clock()),
    pay_with: order.payWith,
    title: order.title,
    licence: order.licence,
    transaction: order.transaction?.toString('hex') ?? null,
  };
}

const isUnasked = ({ state, sentLt, validUntil, walletReply }: OrderRecord, now: number): boolean =>
  state === 'open' &&
  sentLt === null &&
  now <= validUntil &&
  walletReply !== null &&
  undeliveredReplies.has(walletReply);

/** Describes the state of an open order and the next step in readable text. */
function openOrderMessage(order: OrderRecord, now: number): string {
  if (order.settledAt !== null) return 'The chain was replaced. This node looks whether the new one has it.';
  if (order.sentLt !== null) return 'It is on the chain. This node waits until it has read it there.';
  if (now > order.validUntil) return 'Its time is over. The chain will show soon whether it happened.';
  if (order.payWith === 'wallet' || order.payWith === null) return walletReplyMessage(order);
  if (order.signedMessage !== null) return 'The wallet has sent it. The chain will show it soon.';
  return 'It waits for its turn in the wallet.';
}

function walletReplyMessage({ walletReply, validUntil }: OrderRecord): string {
  const until = toTimestamp(validUntil);
  switch (walletReply) {
    case 'asked':
      return 'Confirm it in your wallet.';
    case 'signed':
      return 'Your wallet says that it has sent it. The chain will show it soon.';
    case 'declined':
      return 'It was declined in the wallet. If you do want it, ask again.';
    case 'wrong_network':
      return 'Your wallet is on another network. Switch it, then ask again.';
    case 'undelivered':
      return 'Your wallet could not be reached. Open it, then ask again.';
    case 'unanswered':
      return `The wallet has not answered. It may still send it until ${until}; the chain will show it.`;
    case null:
      return `It was given out, to be confirmed in a wallet until ${until}.`;
  }
}
