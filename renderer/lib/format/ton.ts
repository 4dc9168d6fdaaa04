import { t } from '../i18n/language.ts';
import { groupDigits, numberSeparators } from './format.ts';

/** Amounts of TON as people read and type them. A TON has 10^9 nanoTON, and none of them is rounded away. */
const nanoDigits = 9;
const oneTon = 10n ** BigInt(nanoDigits);
/** As the node takes them. */
const maxDigits = 20;

/** What was typed, in nanoTON, or what is wrong with it, for the person who typed it. */
export type TypedTon = { nano: bigint; problem?: never } | { nano?: never; problem: string };

/** `1,234.5` for 1234500000000, as the language writes numbers: every digit that counts, none that does not. */
export function formatTon(nanoTon: bigint | string): string {
  return joined(tonParts(nanoTon));
}

interface TonParts {
  /** With its sign, and what separates thousands. */
  whole: string;
  /** What separates the whole from the fraction. */
  point: string;
  /** Empty where the amount is whole. */
  fraction: string;
}

/** The same in its parts. */
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

/** `1.5 TON`, which no line breaks. */
export function amountText(nanoTon: bigint | string): string {
  return `${formatTon(nanoTon)}\u00a0TON`;
}

export function isFree(nanoTon: bigint | string): boolean {
  return BigInt(nanoTon) === 0n;
}

/** `Free`, `1.5 TON` */
export function priceLabel(nanoTon: bigint | string): string {
  return isFree(nanoTon) ? t('wallet.amount.free') : amountText(nanoTon);
}

/** What stands in a field to begin with: `1234.5`, which reads the same whatever separates thousands. */
export function typableTon(nanoTon: bigint | string): string {
  return joined(tonParts(nanoTon, { group: '', decimal: '.' }));
}

/**
 * Reads an amount of TON with a comma or a point. Where both are there, the last one is the decimal one. Money is never
 * guessed at: a lone comma before three digits may mean either, and is refused where the language separates thousands so.
 */
export function parseTon(typed: string): TypedTon {
  const text = typed.trim().replace(/\s|ton$/gi, '');
  if (text === '') return { problem: t('wallet.amount.missing') };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { problem: t('wallet.amount.digits') };
  if (numberSeparators().group === ',' && /^[1-9]\d{0,2},\d{3}$/.test(text)) {
    const [whole, rest] = text.split(',');
    return { problem: t('wallet.amount.either', { whole: `${whole}${rest}`, decimal: `${whole}.${rest}` }) };
  }
  const split = splitAtDecimal(text);
  if (split === null) return { problem: t('wallet.amount.form') };
  const [whole, fraction] = split;
  if (fraction.length > nanoDigits) return { problem: t('wallet.amount.decimals', { n: nanoDigits }) };
  const nano = BigInt(whole) * oneTon + BigInt(fraction.padEnd(nanoDigits, '0'));
  return nano.toString().length > maxDigits ? { problem: t('wallet.amount.moreThanThereIs') } : { nano };
}

/** Digits before and after the decimal separator; null where separators stand where none can. */
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
