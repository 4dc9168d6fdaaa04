import { Address, Cell, loadMessageRelaxed } from '@ton/core';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { findTransaction } from '../chain/index.ts';
import { readAgreedLast } from '../chain/runtime.ts';
import type { Draft } from './drafts/draft.ts';
import { wasSentBack } from './outbox/sent-back.ts';
import type { Payers } from './payers.ts';
import type { OrderRepository } from './repository/order-repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Clocks of this computer and of the chain may differ. */
const clockMs = 10 * 60 * 1000;

export interface EarlierOrdersOptions {
  payers: Pick<Payers, 'chain' | 'second'>;
  orders: OrderRepository;
  clock: Clock;
}

/**
 * Checks, before a wallet elsewhere is asked to pay, that an expired order for the same did not reach its contract: the
 * event of a paid order may be late. One that did is open again.
 * @throws NodeError `order_open` when it did, `chain_unavailable` when that is not certain
 */
export async function checkEarlier(
  { payers: { chain, second }, orders, clock }: EarlierOrdersOptions,
  user: string,
  { purpose, kind }: Draft,
): Promise<void> {
  // The platform reports a registration in the transaction that receives it, so it is never late.
  if (kind === 'register') return;
  for (const order of orders.expiredFor(user, purpose, clock() - dayMs)) {
    const body = bodyOf(order.message);
    const target = Address.parseRaw(order.target);
    const last = await readAgreedLast(chain, second, target);
    if (last === undefined) throw new NodeError('chain_unavailable', 'orders.earlierUnknown');
    if (last === null) continue;
    const found = await findTransaction(chain, target, {
      last,
      isMeant: ({ inMessage }) => inMessage?.info.type === 'internal' && inMessage.body.equals(body),
      isPast: ({ now }) => now * 1000 < order.createdAt - clockMs,
    });
    if (found === 'too_many' || found === 'left_out') {
      throw new NodeError('chain_unavailable', 'orders.earlierUnknown');
    }
    if (!found || wasSentBack(found)) continue;
    orders.setDelivered(order.id, clock());
    throw new NodeError(
      'order_open',
      message('orders.earlierDelivered', { at: toTimestamp(order.createdAt) }),
    );
  }
}

function bodyOf(boc: Buffer): Cell {
  const [cell] = Cell.fromBoc(boc);
  return loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse()).body;
}
