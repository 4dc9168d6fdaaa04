import type { ChainState, LocalWallet, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { OrderQuote, OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';

export interface Payment {
  /** Recipient and purpose. */
  to: string;
  nano: bigint;
}

/** Texts and amounts of an order before it is confirmed. */
export interface OrderPlan {
  /** Label of the button, such as “Buy”. */
  confirm: string;
  /** The payments except network fees. */
  payments: Payment[];
  /** Message after success. */
  done: string;
  /** The only wallets that can pay; any wallet if it is not set. */
  payers?: readonly Payer[];
  request(payer: Payer): OrderRequest;
}

export interface OrderFunds {
  wallet: LocalWallet;
  /** Upper limit of the amount that leaves the wallet, in nanograms. */
  total: bigint;
  /** The part of `total` that stays in the new contract. */
  deposit: bigint;
  /** The part of `total` that is spent on network fees at most. */
  fees: bigint;
  /** The missing amount; 0 if the balance suffices or is unknown. */
  missing: bigint;
}

/** Returns what a payment takes from a wallet at most, and what is missing there. */
export function fundsFor(
  wallet: LocalWallet,
  { payments }: Pick<OrderPlan, 'payments'>,
  quote: OrderQuote,
): OrderFunds {
  const [total, deposit] = [BigInt(quote.most), BigInt(quote.deposit)];
  const fees = payments.reduce((rest, { nano }) => rest - nano, total - deposit);
  const short = wallet.balance === null ? 0n : total - BigInt(wallet.balance);
  return { wallet, total, deposit, fees, missing: short > 0n ? short : 0n };
}

const preferred: Record<'embedded' | 'others', readonly Payer[]> = {
  embedded: ['wallet', 'practice_wallet', 'service_wallet'],
  others: ['wallet', 'service_wallet', 'practice_wallet'],
};

/** Returns the wallets that can pay, the most likely one first. */
export function walletsFor(
  { wallets, network }: Pick<ChainState, 'wallets' | 'network'>,
  payers?: readonly Payer[],
): LocalWallet[] {
  const order = preferred[network === 'embedded' ? 'embedded' : 'others'];
  return wallets
    .filter(({ payer }) => payers === undefined || payers.includes(payer))
    .toSorted((a, b) => order.indexOf(a.payer) - order.indexOf(b.payer));
}

/** Omits the fee wallet (`service_wallet`) if it is empty, unless it comes first. */
export const walletsToOffer = (wallets: LocalWallet[]): LocalWallet[] =>
  wallets.filter(({ payer, balance }, index) => index === 0 || payer !== 'service_wallet' || balance !== '0');
