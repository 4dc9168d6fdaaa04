/** Units of sizes: those of texts for people, in which limits that they name are round. */
export const MB = 1_000_000;
export const GB = 1_000_000_000;

/** Unit of the default limits that the protocol names. */
export const GiB = 1024 ** 3;

/** The highest price in nanograms: the index stores prices as 64-bit integers. */
export const maxPrice = 2n ** 63n - 1n;
