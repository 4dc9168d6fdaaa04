import { coin } from '../../../src/contract/coin.ts';
import { currentLocale, t } from '../i18n/language.ts';
import { groupDigits, numberSeparators } from './format.ts';

/** Decimals of an amount: a gram has 10^9 nanograms. Amounts are never rounded. */
const nanoDigits = 9;
const oneTon = 10n ** BigInt(nanoDigits);
/** Limit of digits, which is that of the node. */
const maxDigits = 20;

/** An entered amount in nanograms, or its error. */
export type TypedTon = { nano: bigint; problem?: never } | { nano?: never; problem: string };

/** Returns `1,234.5` for 1234500000000 in the current language, exact and without trailing zeros. */
export function formatTon(nanoTon: bigint | string): string {
  return joined(tonParts(nanoTon));
}

interface TonParts {
  /** With sign and separators of thousands. */
  whole: string;
  /** The decimal separator. */
  point: string;
  /** Empty for a whole amount. */
  fraction: string;
}

/** Returns the same text in parts. */
export function tonParts(nanoTon: bigint | string, separators = numberSeparators()): TonParts {
  const nano = BigInt(nanoTon);
  const size = nano < 0n ? -nano : nano;
  const whole = groupDigits((size / oneTon).toString(), separators.group);
  const fraction = (size % oneTon)
    .toString()
    .padStart(nanoDigits, '0')
    .replace(/0{1,9}$/, '');
  return { whole: (nano < 0n ? '−' : '') + whole, point: separators.decimal, fraction };
}

function joined({ whole, point, fraction }: TonParts): string {
  return fraction === '' ? whole : whole + point + fraction;
}

/** Returns `1.5 GRAM` with a non-breaking space. */
export function amountText(nanoTon: bigint | string): string {
  return `${formatTon(nanoTon)}\u00a0${coin}`;
}

/** Returns the parts for an overview, rounded down to two decimals; to two digits if it is less than one coin. */
export function roundedParts(nanoTon: bigint | string): TonParts {
  const { whole, point, fraction } = tonParts(nanoTon);
  const zeros = whole === '0' ? fraction.search(/[1-9]|$/) : 0;
  return { whole, point, fraction: fraction.slice(0, zeros + 2).replace(/0{1,2}$/, '') };
}

/** Returns `1.23 GRAM` for an overview. Rounds down, so that the shown amount is never too large. */
export function roundedAmount(nanoTon: bigint | string): string {
  return `${joined(roundedParts(nanoTon))}\u00a0${coin}`;
}

export function isFree(nanoTon: bigint | string): boolean {
  return BigInt(nanoTon) === 0n;
}

/** Returns `≈ €12.40`; for an amount below the smallest coin `< €0.01`. @param rate in the currency, for one coin */
export function approximatePrice(
  nanoTon: bigint | string,
  { currency, price_per_gram: rate }: { currency: string; price_per_gram: number },
): string {
  const format = new Intl.NumberFormat(currentLocale(), { style: 'currency', currency });
  const amount = (Number(BigInt(nanoTon)) / Number(oneTon)) * rate;
  const smallest = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 0);
  const isLess = amount > 0 && amount < smallest;
  return isLess ? `<\u00a0${format.format(smallest)}` : `≈\u00a0${format.format(amount)}`;
}

/** Returns `Free` or `1.5 GRAM`. */
export function priceLabel(nanoTon: bigint | string): string {
  return isFree(nanoTon) ? t('format.amount.free') : amountText(nanoTon);
}

/** Returns the initial text of a field: `1234.5`, or `1234,5` in Russian. */
export function typableTon(nanoTon: bigint | string): string {
  return joined(tonParts(nanoTon, { ...numberSeparators(), group: '' }));
}

/** Parses an amount of GRAM. A lone comma before three digits is invalid, because it may separate thousands. */
export function parseTon(typed: string): TypedTon {
  const text = typed.trim().replace(/\s|gram$/gi, '');
  if (text === '') return { problem: t('format.amount.missing') };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { problem: t('format.amount.digits') };
  if (numberSeparators().group === ',' && /^[1-9]\d{0,2},\d{3}$/.test(text)) {
    const [whole, rest] = text.split(',');
    return { problem: t('format.amount.either', { whole: `${whole}${rest}`, decimal: `${whole}.${rest}` }) };
  }
  const split = splitAtDecimal(text);
  if (split === null) return { problem: t('format.amount.form') };
  const [whole, fraction] = split;
  if (fraction.length > nanoDigits) return { problem: t('format.amount.decimals', { n: nanoDigits }) };
  const nano = BigInt(whole) * oneTon + BigInt(fraction.padEnd(nanoDigits, '0'));
  return nano.toString().length > maxDigits ? { problem: t('format.amount.moreThanThereIs') } : { nano };
}

/** Returns the digits before and after the decimal separator; null if separators are misplaced. */
function splitAtDecimal(text: string): [whole: string, fraction: string] | null {
  const last = text.search(/[.,](?=\d*$)/);
  if (last === -1) return [text, ''];
  const before = text.slice(0, last);
  const after = text.slice(last + 1);
  if (/^\d*$/.test(before)) return [before || '0', after];
  const others = text[last] === '.' ? ',' : '.';
  const isGrouped = (part: string, by: string) =>
    part.split(by).every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  if (isGrouped(before, others)) return [before.replaceAll(others, ''), after];
  const same = text.charAt(last);
  return isGrouped(text, same) ? [text.replaceAll(same, ''), ''] : null;
}

/** Returns the price of a licence, with its approximate value in another currency: `5 GRAM ≈ €12.40`; `Free`. */
export const priceText = (
  nanoTon: string,
  rate: { currency: string; price_per_gram: number } | null,
): string =>
  rate && !isFree(nanoTon)
    ? `${priceLabel(nanoTon)} ${approximatePrice(nanoTon, rate)}`
    : priceLabel(nanoTon);
