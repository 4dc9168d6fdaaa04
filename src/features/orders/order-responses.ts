import type { Order } from '../../contract/dashboard-api/orders.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../chain/wallets/service-wallet.ts';
import { type Intent, unasked } from './repository/order-rows.ts';

/** Whether addresses are written as those of a test network. */
export const isTestOnly = (network: ChainNetwork): boolean => network === 'testnet' || network === 'embedded';

/** What both kinds of documents say of an intent. */
export function intentDocument(intent: Intent, network: ChainNetwork) {
  const { sha256, contentAddress, settledAt } = intent;
  const form = { bounceable: true, testOnly: isTestOnly(network) };
  return {
    query_id: intent.queryId,
    state: intent.state,
    content_id: sha256 && contentIdOf(sha256),
    content_address: contentAddress && formatTonAddress(contentAddress, form),
    price: intent.price?.toString() ?? null,
    amount: intent.amount.toString(),
    created_at: toTimestamp(intent.createdAt),
    valid_until: toTimestamp(intent.validUntil),
    settled_at: intent.state === 'open' || settledAt === null ? null : toTimestamp(settledAt),
  };
}

export function orderDocument(intent: Intent, network: ChainNetwork, clock: Clock): Order {
  if (intent.kind === 'platform') throw new Error('a node’s own errand is no order');
  return {
    ...intentDocument(intent, network),
    kind: intent.kind,
    message: intent.state === 'open' ? standing(intent, clock()) : intent.note,
    is_unasked: isUnasked(intent, clock()),
    pay_with: intent.payWith,
    title: intent.title,
    licence: intent.licence,
    transaction: intent.transaction?.toString('hex') ?? null,
  };
}

const isUnasked = ({ state, sentLt, validUntil, walletReply }: Intent, now: number): boolean =>
  state === 'open' &&
  sentLt === null &&
  now <= validUntil &&
  walletReply !== null &&
  unasked.has(walletReply);

/** Where an open order stands, and what to do, for a person. */
function standing(intent: Intent, now: number): string {
  if (intent.settledAt !== null) return 'The chain was replaced. This node looks whether the new one has it.';
  if (intent.sentLt !== null) return 'It is on the chain. This node waits until it has read it there.';
  if (now > intent.validUntil) return 'Its time is over. The chain will show soon whether it happened.';
  if (intent.payWith === 'wallet' || intent.payWith === null) return ofWallet(intent);
  if (intent.external !== null) return 'The wallet has sent it. The chain will show it soon.';
  return 'It waits for its turn in the wallet.';
}

function ofWallet({ walletReply, validUntil }: Intent): string {
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
