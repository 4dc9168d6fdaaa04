/** Units of sizes in texts for people. */
export const MB = 1_000_000;
export const GB = 1_000_000_000;

export const MiB = 1024 ** 2;
export const GiB = 1024 ** 3;

/** The highest price in nanograms: the index stores prices as 64-bit integers. */
export const maxPrice = 2n ** 63n - 1n;
