/**
 * A stored file may be hostile and must never run as a page of this origin, whatever its media type. `sandbox` removes
 * its origin, `default-src 'none'` its network access; the rest allows the browser's own viewers to show pictures,
 * sound and film.
 */
export const hostileContentPolicy =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
