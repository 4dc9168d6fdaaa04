import { maxPrice } from '../../../contract/units.ts';
/**
 * Rent reserves and required message amounts in nanoTON (amounts.tolk, terms.tolk). Contracts return any excess in the
 * same trace.
 */

export const platformDeposit = 100_000_000n;
export const contentDeposit = 100_000_000n;
export const licenceDeposit = 30_000_000n;

/** Amount for an owner's message: terms, an offer, a transfer (besides its `forward_amount`). */
export const actionAmount = 20_000_000n;

/** Amount for the platform's first message, which deploys it. */
export const deployAmount = platformDeposit + 50_000_000n;

const initFees = 5_000_000n;
const eventValue = 2_000_000n;
const splitFees = 30_000_000n;

/** The lowest price except 0, which is free. */
export const minPrice = 1_000_000n;

/** Denominator of shares. */
export const royaltyDenominator = 10_000;
export const maxRoyalties = 10;
const resaleRoyalty = 1_000n;

/** Maximum number of distinct cells in the metadata of a content. */
export const maxMetadataCells = 384;
const cellsInDeposit = 32;

/** Returns whether the contracts accept this price. */
export function isPrice(price: bigint): boolean {
  return price === 0n || (price >= minPrice && price <= maxPrice);
}

/**
 * Returns the amount that a content keeps for its rent.
 * @param metadataCells number of distinct cells of the metadata, see `countCells`
 */
export const depositOf = (metadataCells: number): bigint =>
  contentDeposit + BigInt(Math.max(metadataCells - cellsInDeposit, 0)) * 2_000_000n;

/**
 * Returns the amount to send with `register_content`. A usual content spends about 0.12 TON of it.
 * @param metadataCells number of distinct cells of the metadata, see `countCells`
 */
export function registerAmount(metadataCells: number): bigint {
  const fees = 35_000_000n + BigInt(metadataCells) * 600_000n;
  return depositOf(metadataCells) + initFees + fees;
}

/** Returns the amount to send with `purchase_licence`. */
export function purchaseAmount(price: bigint): bigint {
  return price + licenceDeposit + initFees + eventValue + splitFees;
}

/** Returns the amount to send with `buy_licence`. */
export function resaleAmount(price: bigint): bigint {
  return price + splitFees + actionAmount;
}

/** Parts of a price. */
export interface Split {
  /** In the order of the shares. */
  royalties: bigint[];
  /** Remainder for the owner of the content. */
  owner: bigint;
}

/** Splits a price or a royalty: each share is rounded down, the content's owner gets the rest. */
export function splitAmount(amount: bigint, shares: readonly number[]): Split {
  const parts = shares.map((share) => (amount * BigInt(share)) / BigInt(royaltyDenominator));
  return { royalties: parts, owner: amount - parts.reduce((sum, part) => sum + part, 0n) };
}

/** Returns the part of a resale that goes to the content, which splits it like a price. */
export function resaleRoyaltyOf(price: bigint): bigint {
  return (price * resaleRoyalty) / BigInt(royaltyDenominator);
}
