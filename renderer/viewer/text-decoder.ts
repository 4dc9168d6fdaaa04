/**
 * Reads text by its byte order mark; without one as UTF-8, and what is not that as Windows-1252, which has a letter for
 * every byte.
 * @param start the first bytes of the text
 * @param isCut whether they may end in the middle of a letter
 */
export function decoderOf(start: Uint8Array, isCut: boolean): TextDecoder {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: isCut });
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}
