/** Scheme, a host name of 253 characters, port. */
const maxLength = 'https://'.length + 253 + ':65535'.length;

/**
 * Parses a public host: a bare http(s) origin of scheme, host and optional port, without path (not even `/`), query,
 * fragment, credentials, white space, or another spelling of the host (`0x7f.1`, Unicode). Only upper case and the
 * scheme's own port (`:443`) are normalised.
 * @returns the normalised origin, or undefined when it is invalid
 */
export function parsePublicHost(text: string): string | undefined {
  if (text.length > maxLength || !URL.canParse(text)) return undefined;
  const { origin, protocol } = new URL(text);
  const defaultPort = { 'http:': ':80', 'https:': ':443' }[protocol];
  const stated = text.toLowerCase();
  return defaultPort && (stated === origin || stated === origin + defaultPort) ? origin : undefined;
}
