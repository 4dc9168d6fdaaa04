import { addressProblem, readTonAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { partOf } from '../licensing/index.ts';

/** A line of the editor, as entered. */
export interface TypedShare {
  /** Identifies the line independently of its values. */
  key: number;
  address: string;
  percent: string;
}

/** The errors of a line. */
export interface ShareProblems {
  address?: string;
  percent?: string;
}

/** A share for the node; `value` in parts of 10,000. */
export interface Share {
  address: string;
  value: number;
}

/** Limit of shares in a contract. */
export const maxShares = 10;
/** The whole of an amount; shares are parts of this number. */
export const wholeAmount = 10_000;

/** Parses a percentage with at most two decimals as parts of 10,000; null if it is invalid. */
export function readPercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, ''));
  if (match === null) return null;
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return value <= wholeAmount ? value : null;
}

/** Returns the errors of each line. Two lines with the same address count as an error. */
export function shareProblems(shares: readonly TypedShare[], isTestChain: boolean): ShareProblems[] {
  const raws = shares.map(({ address }) => readTonAddress(address).raw);
  const isTooMuch = sumOf(shares) > wholeAmount;
  return shares.map(({ address, percent }, index) => {
    const value = readPercent(percent);
    const wrong =
      addressProblem(address, isTestChain) ??
      (raws.indexOf(raws[index]) < index ? t('selling.shares.problem.there') : undefined);
    return {
      ...(wrong !== undefined && { address: wrong }),
      ...(value === null && { percent: t('selling.shares.problem.form') }),
      ...(value === 0 && { percent: t('selling.shares.problem.zero') }),
      ...(isTooMuch && value !== null && value > 0 && { percent: t('selling.shares.problem.together') }),
    };
  });
}

/** Returns the sum of the valid percentages, in parts of 10,000. */
export function sumOf(shares: readonly Pick<TypedShare, 'percent'>[]): number {
  return shares.reduce((sum, { percent }) => sum + (readPercent(percent) ?? 0), 0);
}

/** Returns the shares for the node; null if a line or the sum is invalid. */
export function readRevenueSplit(typed: readonly TypedShare[], isTestChain: boolean): Share[] | null {
  const isWrong = shareProblems(typed, isTestChain).some((problems) => Object.keys(problems).length > 0);
  if (isWrong || typed.length > maxShares) return null;
  return typed.map(({ address, percent }) => ({
    address: address.trim(),
    value: readPercent(percent) ?? 0,
  }));
}

/** The split of an amount. */
export interface PriceSplit {
  /** In the order of the shares. */
  shares: bigint[];
  /** The remainder for the seller. */
  owner: bigint;
}

/** Splits an amount in nanograms like the contract: each share is rounded down, and the owner gets the remainder. */
export function splitAmount(amount: bigint, values: readonly number[]): PriceSplit {
  const shares = values.map((value) => partOf(amount, value));
  return { shares, owner: amount - shares.reduce((sum, share) => sum + share, 0n) };
}
