/** Scheme, a host name of 253 characters, port. */
const maxLength = 'https://'.length + 253 + ':65535'.length;

/**
 * Reads a public host: a bare http(s) origin, that is scheme, host and optional port and nothing else: no
 * path (not even `/`), query, fragment, credentials or white space, and no second spelling of the host
 * (`0x7f.1`, Unicode). Upper case and the scheme's own port (`:443`) are the only liberties.
 * @returns the origin in its one normal form, or undefined when it is not one
 */
export function parsePublicHost(text: string): string | undefined {
  if (text.length > maxLength || !URL.canParse(text)) return undefined;
  const { origin, protocol } = new URL(text);
  const defaultPort = { 'http:': ':80', 'https:': ':443' }[protocol];
  const stated = text.toLowerCase();
  return defaultPort && (stated === origin || stated === origin + defaultPort) ? origin : undefined;
}
