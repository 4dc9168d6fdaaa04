/** Maximum length of a sort key in characters; texts that are equal up to here are sorted by when they were added. */
const longestKey = 200;
/** Numbers are padded to this many digits. */
const digits = 10;

/** Returns a text by which binary comparison sorts: without case and accents, numbers by their value. */
export function sortKey(text: string): string {
  return text
    .slice(0, longestKey)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\d+/g, (number) => number.padStart(digits, '0'))
    .slice(0, longestKey);
}
