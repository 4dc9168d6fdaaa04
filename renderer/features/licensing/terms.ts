import type { ChainState, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import type { OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import { amountText, typableTon } from '../../lib/format/ton.ts';
import { isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';
import type { OrderPlan } from '../orders/index.ts';

/** What contracts take at most, in nanoTON. */
const maxPrice = 2n ** 63n - 1n;

/** Why an amount is no price, for the person who typed it; null where it is one. */
export function priceProblem(nano: bigint, leastPrice: string): string | null {
  if (nano > maxPrice) return t('wallet.amount.moreThanThereIs');
  return nano === 0n || nano >= BigInt(leastPrice)
    ? null
    : t('chain.terms.least', { amount: amountText(leastPrice) });
}

/** Terms as typed. */
export interface TypedTerms {
  isForSale: boolean;
  price: string;
  allowResale: boolean;
  resalePrice: string;
}

export function termsOf({
  withdrawn,
  price,
  allow_resale: allowResale,
  resale_price,
}: MarketItem): TypedTerms {
  return {
    isForSale: !withdrawn,
    price: typableTon(price),
    allowResale,
    // A price of nothing stands for none.
    resalePrice: allowResale ? typableTon(resale_price) : '',
  };
}

type TermsRequest = Extract<OrderRequest, { kind: 'terms' }>;

/** What is asked of the chain, but for who pays; null while a price is missing or wrong. */
function askedTerms(
  item: MarketItem,
  typed: TypedTerms,
  leastPrice: string,
): Omit<TermsRequest, 'pay_with'> | null {
  const check = (nano: bigint) => priceProblem(nano, leastPrice);
  // While it is not for sale, its prices are not seen, and stay what they are.
  const prices = typed.isForSale ? typed : termsOf(item);
  const price = readTon(prices.price, check);
  const resalePrice = prices.allowResale ? readTon(prices.resalePrice, check) : 0n;
  if (price === null || resalePrice === null) return null;
  return {
    kind: 'terms',
    content_address: item.content_address,
    price: price.toString(),
    resale_price: resalePrice.toString(),
    allow_resale: prices.allowResale,
    withdrawn: !typed.isForSale,
  };
}

/** What is ordered; null while nothing is changed, or a price is missing or wrong. */
export function termsPlan(
  item: MarketItem,
  typed: TypedTerms,
  { costs }: Pick<ChainState, 'costs'>,
): OrderPlan | null {
  const asked = askedTerms(item, typed, costs.least_price);
  if (asked === null || isUnchanged(item, asked)) return null;
  const result = asked.withdrawn === item.withdrawn ? 'change' : asked.withdrawn ? 'stop' : 'start';
  return {
    confirm: t(`chain.terms.result.${result}.confirm`),
    done: t(`chain.terms.result.${result}.done`),
    payments: [],
    request: (payer) => ({ ...asked, pay_with: payer }),
  };
}

/** The wallets that can change the terms of a content: those that own it. */
export function ownersOf({ owner }: MarketItem, { wallets }: Pick<ChainState, 'wallets'>): Payer[] {
  return wallets.filter(({ address }) => isSameAddress(address, owner)).map(({ payer }) => payer);
}

function isUnchanged(item: MarketItem, asked: Omit<TermsRequest, 'pay_with'>): boolean {
  return (
    asked.withdrawn === item.withdrawn &&
    asked.price === item.price &&
    asked.allow_resale === item.allow_resale &&
    (!asked.allow_resale || asked.resale_price === item.resale_price)
  );
}
