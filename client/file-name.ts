/** Encodes a name as base64 of its UTF-8, because header values are limited to ASCII. */
export function encodeFileName(name: string): string {
  return btoa(Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(''));
}

/** Returns the name in a `Content-Disposition` (RFC 6266); the extended form has priority. */
export function decodeFileName(disposition: string): string | null {
  const extended = /filename\*=UTF-8''((?:[^;%]|%[\da-f]{2})+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The extended form is not valid UTF-8, so the plain form is used.
    }
  }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? /filename=([^;"\s]+)/i.exec(disposition)?.[1] ?? null;
}
