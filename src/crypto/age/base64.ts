/** Encodes standard base64 without padding, as in headers (RFC 4648, 4). */
export const encodeBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('base64')
    .replace(/={1,2}$/, '');

/** @returns undefined unless the text is canonical (RFC 4648, 3.5), without padding */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return encodeBase64(bytes) === text ? bytes : undefined;
}
