/** Shares of an amount are parts of this number. */
export const shareDenominator = 10_000;

/** Maximum number of shares in a contract. */
export const maxShares = 10;

/** The split of an amount in nanograms. */
export interface RevenueSplit {
  /** In the order of the shares. */
  shares: bigint[];
  /** Remainder for the owner of the content. */
  owner: bigint;
}

/** Returns the part of an amount for a share, rounded down like in the contracts. */
export const partOf = (amount: bigint, share: number): bigint =>
  (amount * BigInt(share)) / BigInt(shareDenominator);

/** Splits a price or a royalty like the contracts: each share is rounded down, and the owner gets the remainder. */
export function splitAmount(amount: bigint, values: readonly number[]): RevenueSplit {
  const shares = values.map((value) => partOf(amount, value));
  return { shares, owner: amount - shares.reduce((sum, share) => sum + share, 0n) };
}
