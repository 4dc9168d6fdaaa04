import type { ChainState, LocalWallet, OrderRequest, Payer } from '../../../src/contract/local-chain.ts';

export interface Payment {
  /** Who gets it, and what for. */
  to: string;
  nano: bigint;
}

/** What a person is about to order, in words and amounts. */
export interface OrderPlan {
  /** On the button, such as “Buy”. */
  confirm: string;
  /** What is paid to whom, besides fees. */
  payments: Payment[];
  /** The most that the chain takes, or holds in deposits, beside that. */
  fees: bigint;
  /** What is said when it is done. */
  done: string;
  /** The only wallets that can do it; any where not given. */
  payers?: readonly Payer[];
  request(payer: Payer): OrderRequest;
}

export interface Purse {
  wallet: LocalWallet;
  /** The most that leaves the wallet, in nanoTON. */
  total: bigint;
  /** What it has too little; 0 where it has enough, or where it is not known. */
  missing: bigint;
}

/** What leaves a wallet at most, and whether it has so much. */
export function purseFor(
  wallet: LocalWallet,
  { payments, fees }: Pick<OrderPlan, 'payments' | 'fees'>,
): Purse {
  const total = payments.reduce((sum, { nano }) => sum + nano, fees);
  const short = wallet.balance === null ? 0n : total - BigInt(wallet.balance);
  return { wallet, total, missing: short > 0n ? short : 0n };
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
