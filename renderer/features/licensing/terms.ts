import type { ChainState, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import type { OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import { maxPrice } from '../../../src/contract/units.ts';
import { amountText, typableTon } from '../../lib/format/ton.ts';
import { isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';
import type { OrderPlan } from '../orders/index.ts';

/** Returns why an amount is not a valid price; null if it is valid. */
export function priceProblem(nano: bigint, minPrice: string): string | null {
  if (nano > maxPrice) return t('format.amount.moreThanThereIs');
  return nano === 0n || nano >= BigInt(minPrice)
    ? null
    : t('chain.terms.least', { amount: amountText(minPrice) });
}

/** Terms as entered. */
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
    // A price of 0 means that the licence is not for sale.
    resalePrice: allowResale ? typableTon(resale_price) : '',
  };
}

type TermsRequest = Extract<OrderRequest, { kind: 'terms' }>;

/** Returns the order without its payer; null while a price is missing or invalid. */
function askedTerms(
  item: MarketItem,
  typed: TypedTerms,
  minPrice: string,
): Omit<TermsRequest, 'pay_with'> | null {
  const check = (nano: bigint) => priceProblem(nano, minPrice);
  // The hidden prices of a content that is not for sale stay the same.
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

/** Returns the plan of the order; null without a change, or while a price is missing or invalid. */
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

/** Returns the wallets that own a content, and therefore can change its terms. */
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
