const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i;

/** Returns the origin of an entered address, or null; a loopback node has no certificate and gets http. */
export function toNodeOrigin(typed: string): string | null {
  const text = typed.trim();
  // Some browsers encode a space in a host name instead of refusing it.
  if (/\s/.test(text)) return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${loopback.test(text) ? 'http' : 'https'}://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return null;
  }
  const plain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  return plain && url.hostname !== '' ? url.origin : null;
}
