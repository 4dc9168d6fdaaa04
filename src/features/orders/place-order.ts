import { randomBytes } from 'node:crypto';
import { Address, beginCell, internal, storeMessageRelaxed } from '@ton/core';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { tonDown } from '../../core/ton/ton-amounts.ts';
import type { Draft, MessageQuery } from './drafts/draft.ts';
import type { AddRefusal, NewOrder, OrderRecord } from './order.ts';
import type { OrderFees } from './order-context.ts';
import type { OrderRepository } from './repository/order-repository.ts';

/** Validity of a message: the maximum that wallets accept (TON Connect). */
const longestValidMs = 5 * 60_000;

export interface OrderPlacement extends Pick<NewOrder, 'user' | 'payWith' | 'allowance' | 'payer'> {
  /** Validity of the message in milliseconds; default: the longest. */
  validMs?: number | undefined;
  /** `spent`: nanograms of the allowance in a day; `open`: number of open orders of the user. */
  limits?: { spent: bigint; open: number };
}

/**
 * Stores an order, before anything leaves the node.
 * @param draft checks and builds the order within the transaction that stores it
 * @returns the open order, if the same was requested before
 * @throws NodeError `order_open`, `limit_reached`; the errors of `draft`
 */
export async function placeOrder(
  { orders, fees, clock }: { orders: Pick<OrderRepository, 'add'>; fees: OrderFees; clock: Clock },
  draft: () => Draft,
  { limits, validMs = longestValidMs, ...placing }: OrderPlacement,
): Promise<OrderRecord> {
  const createdAt = clock();
  const validUntil = Math.floor((createdAt + validMs) / 1000);
  const queryId = randomBytes(8).readBigUInt64BE();
  const isNodeWallet = placing.payWith === 'service_wallet' || placing.payWith === 'practice_wallet';
  const order = (): NewOrder => {
    const drafted = draft();
    const boc = messageOf(drafted, { queryId, validUntil });
    return {
      ...placing,
      queryId: queryId.toString(),
      kind: drafted.kind,
      recipient: drafted.recipient,
      target: drafted.target,
      purpose: drafted.purpose,
      terms: drafted.terms,
      sha256: drafted.sha256 ?? null,
      shareHost: drafted.host ?? null,
      contentAddress: drafted.contentAddress ?? null,
      licence: drafted.licence ?? null,
      title: drafted.title,
      price: drafted.price ?? null,
      amount: drafted.amount,
      fees: isNodeWallet ? fees.sending(boc) : 0n,
      message: boc,
      sendMode: drafted.sendMode,
      createdAt,
      validUntil: validUntil * 1000,
    };
  };
  const added = await orders.add(order, limits);
  if ('refusedBy' in added) throw refusalError(added, createdAt);
  return added;
}

/** @returns the BoC of the message that a wallet sends */
function messageOf(draft: Draft, query: MessageQuery): Buffer {
  const outgoing = internal({
    to: Address.parseRaw(draft.target),
    value: draft.amount,
    bounce: draft.bounce,
    init: draft.init,
    body: draft.body(query),
  });
  return beginCell().store(storeMessageRelaxed(outgoing)).endCell().toBoc();
}

/** Returns the fees that a wallet of this node needs besides the amount, in nanograms. */
export const feesOf = (draft: Draft, fees: OrderFees): bigint =>
  fees.sending(messageOf(draft, { queryId: 0n, validUntil: 0 }));

/** @param now milliseconds */
function refusalError(refusal: AddRefusal, now: number): NodeError {
  if (refusal.refusedBy === 'limit') {
    return new NodeError('limit_reached', message('orders.dailyLimit', { left: tonDown(refusal.left) }), {
      members: { left: refusal.left.toString() },
    });
  }
  if (refusal.refusedBy === 'too_many') {
    return new NodeError(
      'limit_reached',
      message('orders.tooManyOpen', { until: toTimestamp(refusal.until) }),
    );
  }
  return otherTermsError(refusal.open, now);
}

/**
 * Returns the error for an open order with the same purpose and other terms.
 * @param now milliseconds
 */
export function otherTermsError(open: OrderRecord, now: number): NodeError {
  // The wallet cannot send it any more, but may have done so, and the chain does not show it yet.
  if (open.validUntil <= now) return new NodeError('order_open', 'orders.expiredUnconfirmed');
  const until = toTimestamp(open.validUntil);
  return new NodeError('order_open', message('orders.openWithOtherTerms', { until }));
}
