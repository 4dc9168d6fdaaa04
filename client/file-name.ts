/** Base64 of the name in UTF-8: header values cannot carry other letters. */
export function encodeFileName(name: string): string {
  return btoa(Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(''));
}

/** The name in a `Content-Disposition` (RFC 6266): the extended form where there is one. */
export function decodeFileName(disposition: string): string | null {
  const extended = /filename\*=UTF-8''((?:[^;%]|%[\da-f]{2})+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The bytes are no UTF-8: the plain form is for such cases.
    }
  }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? /filename=([^;"\s]+)/i.exec(disposition)?.[1] ?? null;
}
