/** Bytes of a gibibyte. */
export const gibibyte = 1024 ** 3;
