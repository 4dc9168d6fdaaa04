/** Amounts of TON as people read and type them. A TON has 10^9 nanoTON, and none of them is rounded away. */
const nanoDigits = 9;
const oneTon = 10n ** BigInt(nanoDigits);
/** As the node takes them. */
const mostDigits = 20;

/** What was typed, in nanoTON, or what is wrong with it, for the person who typed it. */
export type TypedTon = { nano: bigint; problem?: never } | { nano?: never; problem: string };

/** `1,234.5` for 1234500000000: every digit that counts, none that does not. */
export function formatTon(nanoTon: bigint | string): string {
  const nano = BigInt(nanoTon);
  const size = nano < 0n ? -nano : nano;
  const whole = (size / oneTon).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = (size % oneTon).toString().padStart(nanoDigits, '0').replace(/0+$/, '');
  return `${nano < 0n ? '−' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `1.5 TON` */
export function tonWords(nanoTon: bigint | string): string {
  return `${formatTon(nanoTon)} TON`;
}

/** `Free`, `1.5 TON` */
export function priceWords(nanoTon: bigint | string): string {
  return BigInt(nanoTon) === 0n ? 'Free' : tonWords(nanoTon);
}

/** What stands in a field to begin with: `1234.5`, which reads the same whatever separates thousands. */
export function typableTon(nanoTon: bigint | string): string {
  return formatTon(nanoTon).replaceAll(',', '');
}

/**
 * Reads an amount of TON with a comma or a point. Where both are there, the last one is the decimal one. Money is never
 * guessed at: a lone comma before three digits may mean either, and is refused.
 */
export function parseTon(typed: string): TypedTon {
  const text = typed.trim().replace(/\s|ton$/gi, '');
  if (text === '') return { problem: 'Write an amount' };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { problem: 'Write it in digits, like 1.5' };
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) {
    const [whole, rest] = text.split(',');
    return { problem: `Write ${whole}${rest} or ${whole}.${rest}: the comma may mean both` };
  }
  const split = splitAtDecimal(text);
  if (split === null) return { problem: 'Write it like 1.5, or 1234.5' };
  const [whole, fraction] = split;
  if (fraction.length > nanoDigits) return { problem: `No more than ${nanoDigits} decimals` };
  const nano = BigInt(whole) * oneTon + BigInt(fraction.padEnd(nanoDigits, '0'));
  return nano.toString().length > mostDigits ? { problem: 'That is more than there is' } : { nano };
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
