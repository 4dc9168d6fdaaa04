import { addressProblem, readTonAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { partOf } from '../licensing/index.ts';

/** A line of the editor, as typed. */
export interface TypedShare {
  /** Tells the line from the others, whatever stands in it. */
  key: number;
  address: string;
  percent: string;
}

/** What is wrong with a line, for the person who typed it. */
export interface ShareProblems {
  address?: string;
  percent?: string;
}

/** As the node takes it; `value` in parts of 10,000. */
export interface Share {
  address: string;
  value: number;
}

/** What a contract holds. */
export const maxShares = 10;
/** Shares are parts of this many. */
export const whole = 10_000;

/** A percentage with at most two decimals in parts of 10,000; null where it is none. */
export function readPercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, ''));
  if (match === null) return null;
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return value <= whole ? value : null;
}

/** What is wrong with each line. Two lines for one address are most likely a slip. */
export function shareProblems(shares: readonly TypedShare[], isTestChain: boolean): ShareProblems[] {
  const raws = shares.map(({ address }) => readTonAddress(address).raw);
  const isTooMuch = sumOf(shares) > whole;
  return shares.map(({ address, percent }, index) => {
    const value = readPercent(percent);
    const wrong =
      addressProblem(address, isTestChain) ??
      (raws.indexOf(raws[index]) < index ? t('publish.shares.problem.there') : undefined);
    return {
      ...(wrong !== undefined && { address: wrong }),
      ...(value === null && { percent: t('publish.shares.problem.form') }),
      ...(value === 0 && { percent: t('publish.shares.problem.zero') }),
      ...(isTooMuch && value !== null && value > 0 && { percent: t('publish.shares.problem.together') }),
    };
  });
}

/** The sum of what can be read, in parts of 10,000. */
export function sumOf(shares: readonly Pick<TypedShare, 'percent'>[]): number {
  return shares.reduce((sum, { percent }) => sum + (readPercent(percent) ?? 0), 0);
}

/** The shares as the node takes them; null where a line, or the sum, is wrong. */
export function readShares(typed: readonly TypedShare[], isTestChain: boolean): Share[] | null {
  const isWrong = shareProblems(typed, isTestChain).some((problems) => Object.keys(problems).length > 0);
  if (isWrong || typed.length > maxShares) return null;
  return typed.map(({ address, percent }) => ({
    address: address.trim(),
    value: readPercent(percent) ?? 0,
  }));
}

/** Who gets what of an amount. */
export interface Split {
  /** In the order of the shares. */
  shares: bigint[];
  /** What is left for who publishes it. */
  owner: bigint;
}

/** As the contract splits it: each share rounded down, the rest to the owner. In nanoTON. */
export function splitAmount(amount: bigint, values: readonly number[]): Split {
  const shares = values.map((value) => partOf(amount, value));
  return { shares, owner: amount - shares.reduce((sum, share) => sum + share, 0n) };
}
