/** Characters of a text, as the node allows. */
const mostCharacters = 200;

/** Returns a text without control characters, cut to the length that the node allows. */
export function tagText(text: string | undefined): string | null {
  if (typeof text !== 'string') return null;
  const plain = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  // Characters of two units are not cut in half.
  return (
    plain
      .slice(0, mostCharacters)
      .toWellFormed()
      .replace(/\ufffd$/, '') || null
  );
}
