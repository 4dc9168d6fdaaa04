import { NodeError } from '../../core/node-error.ts';
import { tonHad, tonNeeded } from '../../core/ton/ton-amounts.ts';
import type { OwnWallet } from '../chain/wallets/own-wallet.ts';
import { sendingFees } from '../chain/wallets/sending-fees.ts';
import { type ChainAccess, readWallet } from '../chain/wallets/wallet-state.ts';
import type { Draft } from './drafts/draft.ts';
import { neededFor } from './drafts/quote.ts';
import type { IntentRepository } from './repository/order-repository.ts';
import type { Intent } from './repository/order-rows.ts';

/** A wallet of this node, and what sends for it. */
export interface Purse {
  wallet: OwnWallet;
  outbox: { wake(): void };
  /** Whether there is money for nothing when it is empty. */
  isToppedUp: boolean;
}

export interface Payers {
  chain: ChainAccess;
  intents: Pick<IntentRepository, 'inHand'>;
  service: Purse;
  /** On the embedded chain. */
  practice: Purse | undefined;
}

/** @throws NodeError `wallet_required` */
export function purseOf(payers: Payers, payer: 'service_wallet' | 'practice_wallet'): Purse {
  const purse = payer === 'service_wallet' ? payers.service : payers.practice;
  if (purse) return purse;
  throw new NodeError('wallet_required', 'The practice wallet is there on the embedded chain only.');
}

/** nanoTON. @throws NodeError `chain_unavailable` */
export const balanceOf = async ({ chain }: Pick<Payers, 'chain'>, { wallet }: Purse): Promise<bigint> =>
  (await readWallet(chain, wallet.address)).balance;

/**
 * Whether a wallet of this node can pay, besides what it is to send already.
 * @throws NodeError `insufficient_balance`, `chain_unavailable`
 */
export async function checkPurse(payers: Payers, purse: Purse, draft: Draft): Promise<void> {
  if (purse.isToppedUp && draft.kind !== 'withdraw') return;
  const balance = await balanceOf(payers, purse);
  const others = payers.intents.inHand(purse.wallet.raw).filter((intent) => !isDraft(intent, draft));
  const promised = others
    .filter(({ sentLt }) => sentLt === null)
    .reduce((sum, { amount, message }) => sum + amount + sendingFees(message), 0n);
  refuseTooLittle({ balance, promised, needed: neededFor(draft) });
}

/** Amounts in nanoTON. @throws NodeError `insufficient_balance` */
export function refuseTooLittle(amounts: { balance: bigint; promised: bigint; needed: bigint }): void {
  const { balance, promised, needed } = amounts;
  if (balance - promised >= needed) return;
  const earlier = promised === 0n ? '' : `, of which ${tonNeeded(promised)} is for earlier orders`;
  throw new NodeError(
    'insufficient_balance',
    `You have ${tonHad(balance)}${earlier}; this needs ${tonNeeded(needed)}, fees included. Fill the wallet up first.`,
    {
      members: {
        balance: balance.toString(),
        promised: promised.toString(),
        needed: needed.toString(),
      },
    },
  );
}

const isDraft = ({ purpose, terms }: Intent, draft: Draft): boolean =>
  purpose === draft.purpose && terms === draft.terms;
