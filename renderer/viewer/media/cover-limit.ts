/** Limit of a cover in a sound file or a book; only its thumbnail is stored. */
export const maxEmbeddedCoverBytes = 8 * 1024 * 1024;
