/** Returns the words of a search text, all of which must match. */
export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns whether every word occurs in one of the texts. */
export const matches = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
