import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { tonDown, tonUp } from '../../core/ton/ton-amounts.ts';
import type { ChainAccess, OwnWallet } from '../chain/index.ts';
import { readWallet } from '../chain/runtime.ts';
import type { Draft } from './drafts/draft.ts';
import { neededFor } from './drafts/quote.ts';
import type { OrderRecord } from './order.ts';
import type { OrderFees } from './order-context.ts';
import type { OrderRepository } from './repository/order-repository.ts';

/** A wallet of this node and its sender. */
export interface NodeWallet {
  wallet: OwnWallet;
  outbox: { wake(): void };
  /** Whether an empty wallet can get test money. */
  hasFaucet: boolean;
}

export interface Payers {
  chain: ChainAccess;
  /** Another service that has to confirm the responses of the chain; undefined: no confirmation. */
  second: ChainAccess | undefined;
  fees: OrderFees;
  orders: Pick<OrderRepository, 'unsettledOf'>;
  fee: NodeWallet;
  /** Only on the embedded chain. */
  practice: NodeWallet | undefined;
}

/** @throws NodeError `wallet_required` */
export function nodeWalletOf(payers: Payers, payer: 'service_wallet' | 'practice_wallet'): NodeWallet {
  const nodeWallet = payer === 'service_wallet' ? payers.fee : payers.practice;
  if (nodeWallet) return nodeWallet;
  throw new NodeError('wallet_required', 'orders.noPracticeWallet');
}

/** Returns the balance in nanograms. @throws NodeError `chain_unavailable` */
export const balanceOf = async ({ chain }: Pick<Payers, 'chain'>, { wallet }: NodeWallet): Promise<bigint> =>
  (await readWallet(chain, wallet.address)).balance;

/**
 * Checks that a wallet of this node can pay in addition to its pending messages.
 * @throws NodeError `insufficient_balance`, `chain_unavailable`
 */
export async function checkFunds(payers: Payers, nodeWallet: NodeWallet, draft: Draft): Promise<void> {
  if (nodeWallet.hasFaucet && draft.kind !== 'withdraw') return;
  const balance = await balanceOf(payers, nodeWallet);
  const others = payers.orders.unsettledOf(nodeWallet.wallet.raw).filter((order) => !isDraft(order, draft));
  const promised = others
    .filter(({ sentLt }) => sentLt === null)
    .reduce((sum, order) => sum + order.amount + payers.fees.sending(order.message), 0n);
  requireBalance({ balance, promised, needed: neededFor(draft, payers.fees) });
}

/** Checks that a balance suffices; amounts in nanograms. @throws NodeError `insufficient_balance` */
export function requireBalance(amounts: { balance: bigint; promised: bigint; needed: bigint }): void {
  const { balance, promised, needed } = amounts;
  if (balance - promised >= needed) return;
  const shown = { balance: tonDown(balance), needed: tonUp(needed) };
  throw new NodeError(
    'insufficient_balance',
    promised === 0n
      ? message('orders.balanceInsufficient', shown)
      : message('orders.balancePromised', { ...shown, promised: tonUp(promised) }),
    {
      members: {
        balance: balance.toString(),
        promised: promised.toString(),
        needed: needed.toString(),
      },
    },
  );
}

const isDraft = ({ purpose, terms }: OrderRecord, draft: Draft): boolean =>
  purpose === draft.purpose && terms === draft.terms;
