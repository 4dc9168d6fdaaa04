/**
 * Returns the decoder for a text: by its byte order mark, otherwise UTF-8, or Windows-1252 for invalid UTF-8, because
 * it decodes every byte.
 * @param start the first bytes of the text
 * @param isCut whether they may end within a character
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
