/** What is typed, in words that all have to be found. */
export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word is found in one of the texts. */
export const matches = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
