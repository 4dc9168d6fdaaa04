import { maxShares, shareDenominator } from '../../../src/contract/revenue-split.ts';
import { addressProblem, readTonAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';

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

/** A share of the revenue split; `value` in parts of 10,000. */
export interface RevenueShare {
  address: string;
  value: number;
}

/** Parses a percentage with at most two decimals as parts of 10,000; null if it is invalid. */
export function readPercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, ''));
  if (match === null) return null;
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return value <= shareDenominator ? value : null;
}

/** Returns the errors of each line. Two lines with the same address count as an error. */
export function shareProblems(shares: readonly TypedShare[], isTestChain: boolean): ShareProblems[] {
  const raws = shares.map(({ address }) => readTonAddress(address).raw);
  const isTooMuch = sumOf(shares) > shareDenominator;
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
export function readRevenueSplit(typed: readonly TypedShare[], isTestChain: boolean): RevenueShare[] | null {
  const isWrong = shareProblems(typed, isTestChain).some((problems) => Object.keys(problems).length > 0);
  if (isWrong || typed.length > maxShares) return null;
  return typed.map(({ address, percent }) => ({
    address: address.trim(),
    value: readPercent(percent) ?? 0,
  }));
}
