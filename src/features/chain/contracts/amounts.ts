/**
 * What the contracts keep for rent and what a message must bring, in nanoTON (amounts.tolk, terms.tolk). What a
 * message brings too much comes back in the same trace.
 */

export const platformDeposit = 100_000_000n;
export const contentDeposit = 100_000_000n;
export const licenceDeposit = 30_000_000n;

/** Sent with an owner's message: terms, an offer, a transfer (besides its `forward_amount`). */
export const actionAmount = 20_000_000n;

/** Sent with the platform's first message, which brings it into being. */
export const deployAmount = platformDeposit + 50_000_000n;

const initFees = 5_000_000n;
const eventValue = 2_000_000n;
const splitFees = 30_000_000n;

/** The lowest price but 0, which is free. */
export const minPrice = 1_000_000n;
export const maxPrice = 2n ** 63n - 1n;

/** Shares are parts of this many. */
export const royaltyDenominator = 10_000;
export const maxRoyalties = 10;
const resaleRoyalty = 1_000n;

/** Distinct cells of a content's metadata, at most. */
export const maxMetadataCells = 384;
const cellsInDeposit = 32;

/** Whether the contracts take this price. */
export function isPrice(price: bigint): boolean {
  return price === 0n || (price >= minPrice && price <= maxPrice);
}

/**
 * What stays with a content for its rent.
 * @param metadataCells how many distinct cells the metadata has, see `countCells`
 */
export const depositOf = (metadataCells: number): bigint =>
  contentDeposit + BigInt(Math.max(metadataCells - cellsInDeposit, 0)) * 2_000_000n;

/**
 * To send with `register_content`. About 0.12 TON of it are spent on a usual content.
 * @param metadataCells how many distinct cells the metadata has, see `countCells`
 */
export function registerAmount(metadataCells: number): bigint {
  const fees = 35_000_000n + BigInt(metadataCells) * 600_000n;
  return depositOf(metadataCells) + initFees + fees;
}

/** To send with `purchase_licence`. */
export function purchaseAmount(price: bigint): bigint {
  return price + licenceDeposit + initFees + eventValue + splitFees;
}

/** To send with `buy_licence`. */
export function resaleAmount(price: bigint): bigint {
  return price + splitFees + actionAmount;
}

/** How a price is split. */
export interface Split {
  /** In the order of the shares. */
  royalties: bigint[];
  /** What is left for the owner of the content. */
  owner: bigint;
}

/** How a price, or a royalty, is split: each share rounded down, the rest to the content's owner. */
export function splitAmount(amount: bigint, shares: readonly number[]): Split {
  const parts = shares.map((share) => (amount * BigInt(share)) / BigInt(royaltyDenominator));
  return { royalties: parts, owner: amount - parts.reduce((sum, part) => sum + part, 0n) };
}

/** What of a resale goes to the content, which splits it as it does a price. */
export function resaleRoyaltyOf(price: bigint): bigint {
  return (price * resaleRoyalty) / BigInt(royaltyDenominator);
}
