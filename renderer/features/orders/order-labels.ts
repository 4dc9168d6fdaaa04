import type { LocalWallet, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';

function payerName(payer: Payer): string {
  return t(`wallet.payers.${payer}`);
}

export function walletName({
  payer,
  app,
  page_url: page,
}: Pick<LocalWallet, 'payer' | 'app' | 'page_url'>): string {
  if (page !== null) return t('auth.practice.name');
  return app ?? payerName(payer);
}

/** Returns the title of an order. */
export function orderKindLabel({ kind, price }: Pick<Order, 'kind' | 'price'>): string {
  return kind === 'offer' && price === '0'
    ? t('wallet.orders.kinds.cancelOffer')
    : t(`wallet.orders.kinds.${kind}`);
}

interface StateLabel {
  label: string;
  /** A colour of the theme. */
  color: string;
  explanation: string;
}

const colors: Record<Order['state'], string> = {
  open: 'alcove',
  confirmed: 'green',
  expired: 'gray',
  refused: 'red',
};

/** Returns the state of an order, and whether money was spent. */
export function orderStateLabel({
  state,
  message,
  is_unsent,
}: Pick<Order, 'state' | 'message' | 'is_unsent'>): StateLabel {
  const isUnsent = state === 'open' && is_unsent;
  const name = isUnsent ? 'unsent' : state;
  return {
    label: t(`wallet.orders.states.${name}.label`),
    color: isUnsent ? 'yellow' : colors[state],
    explanation: message === null ? t(`wallet.orders.states.${name}.explanation`) : messageText(message),
  };
}
