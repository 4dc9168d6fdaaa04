export const MiB = 1024 ** 2;
export const GiB = 1024 ** 3;

/** The highest price in nanograms: the index stores prices as 64-bit integers. */
export const maxPrice = 2n ** 63n - 1n;
