/**
 * The policy of stored files, which may be hostile and must never run as a page of this origin, whatever their media
 * type. `sandbox` removes the origin and `default-src 'none'` the network access; the rest allows the browser's own
 * viewers to show pictures, sound and film.
 */
export const storedFilePolicy =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
