/** Precision in nanograms of displayed amounts other than prices. */
const roughly = 1_000_000n;

/** Returns an available amount in nanograms, rounded down to a thousandth of a gram. */
export const tonDown = (nanoTon: bigint): string => (nanoTon - (nanoTon % roughly)).toString();

/** Returns a required amount in nanograms, rounded up to a thousandth of a gram. */
export const tonUp = (nanoTon: bigint): string => (((nanoTon + roughly - 1n) / roughly) * roughly).toString();
