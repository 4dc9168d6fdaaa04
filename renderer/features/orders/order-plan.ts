import type { ChainState, LocalWallet, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { OrderQuote, OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';

export interface Payment {
  /** Who gets it, and what for. */
  to: string;
  nano: bigint;
}

/** What a person is about to order, in words and amounts. */
export interface OrderPlan {
  /** On the button, such as “Buy”. */
  confirm: string;
  /** What is paid to whom, besides what the chain takes. */
  payments: Payment[];
  /** What is said when it is done. */
  done: string;
  /** The only wallets that can do it; any where not given. */
  payers?: readonly Payer[];
  request(payer: Payer): OrderRequest;
}

export interface Funds {
  wallet: LocalWallet;
  /** The most that leaves the wallet, in nanoTON. */
  total: bigint;
  /** Of it, what stays with what is new on the chain. */
  deposit: bigint;
  /** Of it, what the chain takes at most. */
  fees: bigint;
  /** What it has too little; 0 where it has enough, or where it is not known. */
  missing: bigint;
}

/** What leaves a wallet at most, and whether it has so much. */
export function fundsFor(
  wallet: LocalWallet,
  { payments }: Pick<OrderPlan, 'payments'>,
  quote: OrderQuote,
): Funds {
  const [total, deposit] = [BigInt(quote.most), BigInt(quote.deposit)];
  const fees = payments.reduce((rest, { nano }) => rest - nano, total - deposit);
  const short = wallet.balance === null ? 0n : total - BigInt(wallet.balance);
  return { wallet, total, deposit, fees, missing: short > 0n ? short : 0n };
}

const preferred: Record<'embedded' | 'others', readonly Payer[]> = {
  embedded: ['practice_wallet', 'wallet', 'service_wallet'],
  others: ['wallet', 'service_wallet', 'practice_wallet'],
};

/** The wallets that can pay, the most likely one first. */
export function walletsFor(
  { wallets, network }: Pick<ChainState, 'wallets' | 'network'>,
  payers?: readonly Payer[],
): LocalWallet[] {
  const order = preferred[network === 'embedded' ? 'embedded' : 'others'];
  return wallets
    .filter(({ payer }) => payers === undefined || payers.includes(payer))
    .toSorted((a, b) => order.indexOf(a.payer) - order.indexOf(b.payer));
}
