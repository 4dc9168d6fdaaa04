import { Address, Cell, comment } from '@ton/core';
import { NodeError } from '../../../core/node-error.ts';
import { type RawAddress, requireTonAddress } from '../../../core/ton/ton-address.ts';
import type { ChainAccess, ChainNetwork } from '../../chain/index.ts';
import { originOf, readAccount } from '../../chain/runtime.ts';
import { type Draft, paySeparately, sendEverything } from './draft.ts';
import { contentAt, type PlatformMarket } from './licence-drafts.ts';
import { invalid, priceOf } from './terms.ts';

export interface RequestedTerms {
  content_address: string;
  price: string;
  resale_price: string;
  allow_resale: boolean;
  withdrawn: boolean;
}

/**
 * Drafts new terms of a content, or its withdrawal.
 * @throws NodeError `content_not_found`, `not_yours`
 */
export function termsDraft(
  { store, market }: Pick<PlatformMarket, 'store' | 'market'>,
  asked: RequestedTerms,
  owner: RawAddress,
): Draft {
  const content = contentAt(market, asked.content_address);
  if (content.owner !== owner) throw new NodeError('not_yours', 'orders.fileNotYours');
  const terms = {
    price: priceOf('price', asked.price),
    resalePrice: priceOf('resale_price', asked.resale_price),
    allowResale: asked.allow_resale,
    withdrawn: asked.withdrawn,
  };
  const { platform, generation } = originOf(store.platforms(), content);
  const { amounts, messages } = generation;
  const body: Draft['body'] = (query) => messages.setContentTerms({ ...query, ...terms });
  return {
    kind: 'terms',
    title: content.title,
    purpose: `terms ${content.address}`,
    terms: body({ queryId: 0n, validUntil: 0 }).hash().toString('hex'),
    target: content.address,
    recipient: null,
    price: terms.price,
    amount: amounts.action,
    fee: { kind: 'action', platform, attached: amounts.action },
    ...(content.sha256 && { sha256: content.sha256 }),
    contentAddress: content.address,
    bounce: true,
    sendMode: paySeparately,
    body,
  };
}

export interface RequestedWithdrawal {
  pay_with: 'service_wallet' | 'practice_wallet' | 'wallet';
  to: string;
  /** Amount in nanograms; the exact balance withdraws everything, less the fees. */
  amount: string;
  comment: string;
}

interface WithdrawalFrom {
  chain: ChainAccess;
  second: ChainAccess | undefined;
  network: ChainNetwork;
  /** Balance of the wallet in nanograms. */
  balance: bigint;
}

/**
 * Drafts a withdrawal from a wallet of this node. An undeployed target keeps the money; a contract that does not accept
 * it returns it, unless its address is non-bounceable.
 * @param from `second`: confirms whether the target is a contract, which would keep what cannot bounce
 */
export async function withdrawDraft(
  { chain, second, network, balance }: WithdrawalFrom,
  asked: RequestedWithdrawal,
): Promise<Draft> {
  const target = requireTonAddress(asked.to, 'to');
  const form = Address.isFriendly(asked.to) ? Address.parseFriendly(asked.to) : undefined;
  if (form?.isTestOnly && network === 'mainnet') throw invalid('to', 'orders.isTestAddress');
  const amount = BigInt(asked.amount);
  if (amount <= 0n) throw invalid('amount', 'orders.mustBePositive');
  const { state } = await readAccount(chain, second, Address.parseRaw(target));
  const isAll = amount === balance;
  return {
    kind: 'withdraw',
    title: '',
    purpose: `withdraw ${amount} from ${asked.pay_with} to ${target}: ${asked.comment}`,
    terms: '',
    target,
    recipient: target,
    price: amount,
    amount,
    bounce: state === 'active' && (form?.isBounceable ?? true),
    sendMode: isAll ? sendEverything : paySeparately,
    body: () => (asked.comment === '' ? Cell.EMPTY : comment(asked.comment)),
  };
}
