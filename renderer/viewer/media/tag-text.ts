/** Limit of characters of a text, as on the node. */
const maxCharacters = 200;

/** Returns a text without control characters, cut to the length that the node allows. */
export function tagText(text: string | undefined): string | null {
  if (typeof text !== 'string') return null;
  const plain = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  // Does not split characters of two code units.
  return (
    plain
      .slice(0, maxCharacters)
      .toWellFormed()
      .replace(/\ufffd$/, '') || null
  );
}
