/**
 * A stored file may be hostile: it must never run as a page of this origin, whatever it claims to be.
 * `sandbox` takes its origin away, `default-src 'none'` its reach; the rest lets a browser's own viewers
 * show pictures, sound and film.
 */
export const hostileContentPolicy =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
