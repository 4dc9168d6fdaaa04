import type { LocalWallet, Order, OrderKind, Payer } from '../../src/contract/local-chain.ts';

const payers: Record<Payer, string> = {
  practice_wallet: 'Practice wallet',
  service_wallet: 'Wallet of this node',
  wallet: 'Connected wallet',
};

/** What a kind of wallet is called. */
export function payerName(payer: Payer): string {
  return payers[payer];
}

/** What a wallet is called. */
export function walletName({ payer, app }: Pick<LocalWallet, 'payer' | 'app'>): string {
  return app ?? payers[payer];
}

const kinds: Record<OrderKind, string> = {
  register: 'Publish',
  purchase: 'Buy a licence',
  terms: 'Change the terms',
  offer: 'Offer a licence',
  buy_offer: 'Buy a licence from its owner',
  transfer: 'Give a licence away',
  withdraw: 'Send money',
};

/** What was asked of the chain, as a headline. */
export function orderKindWords({ kind, price }: Pick<Order, 'kind' | 'price'>): string {
  return kind === 'offer' && price === '0' ? 'Take an offer back' : kinds[kind];
}

interface StateWords {
  label: string;
  /** A colour of the theme. */
  color: string;
  explanation: string;
}

/** What has become of an order, and what that means for the money. */
export function orderStateWords({
  state,
  message,
  is_unasked: isUnasked,
}: Pick<Order, 'state' | 'message' | 'is_unasked'>): StateWords {
  switch (state) {
    case 'open':
      if (isUnasked) return { label: 'Not sent', color: 'yellow', explanation: message ?? 'Ask again.' };
      return { label: 'Under way', color: 'alcove', explanation: message ?? 'It may still happen.' };
    case 'confirmed':
      return { label: 'Done', color: 'green', explanation: message ?? 'It is on the chain.' };
    case 'expired':
      return {
        label: 'Did not happen',
        color: 'gray',
        explanation: message ?? 'It can no longer happen, and nothing was paid.',
      };
    case 'refused':
      return {
        label: 'Refused',
        color: 'red',
        explanation: message ?? 'The chain did not take it. The money came back, less the fees.',
      };
  }
}
