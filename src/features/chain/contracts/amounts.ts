import { partOf } from '../../../contract/revenue-split.ts';
import { maxPrice } from '../../../contract/units.ts';

/**
 * Rent reserves and message amounts in nanograms (amounts.tolk, terms.tolk). The contracts compute their fees from the
 * network's prices; these amounts suffice at the prices before April 2026, six times the present ones. Contracts return
 * any excess in the same trace.
 */

export const platformDeposit = 100_000_000n;
export const contentDeposit = 100_000_000n;
export const licenceDeposit = 10_000_000n;

/** Amount for an owner's message: terms, an offer, a transfer (besides its `forward_amount`). */
export const actionAmount = 20_000_000n;

/** Amount for the platform's first message, which deploys it. */
export const deployAmount = platformDeposit + 50_000_000n;

/** The lowest price except 0, which is free. */
export const minPrice = 1_000_000n;

/** Part of a resale that goes to the content, in parts of 10,000. */
const resaleRoyalty = 1_000;

/** Maximum number of distinct cells in the metadata of a content. */
export const maxMetadataCells = 384;
const cellsInDeposit = 32;
/** Distinct cells of the metadata of a content with a page of description. */
export const usualMetadataCells = 32;

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
 * Returns the amount to send with `register_content`.
 * @param metadataCells number of distinct cells of the metadata, see `countCells`
 */
export function registerAmount(metadataCells: number): bigint {
  return depositOf(metadataCells) + 55_000_000n + BigInt(metadataCells) * 600_000n;
}

/** Returns the amount to send with `purchase_licence`. */
export function purchaseAmount(price: bigint): bigint {
  return price + licenceDeposit + 50_000_000n;
}

/** Returns the amount to send with `buy_licence`. */
export function resaleAmount(price: bigint): bigint {
  return price + 50_000_000n;
}

/** Returns the part of a resale that goes to the content, which splits it like a price. */
export function resaleRoyaltyOf(price: bigint): bigint {
  return partOf(price, resaleRoyalty);
}
