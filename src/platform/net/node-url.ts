import { NodeError } from '../../core/node-error.ts';
import { parsePublicHost } from './public-host.ts';

const loopbackName = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/**
 * Reads a node's address as a person gives it: a URL of which only the origin counts, or a bare host name
 * with or without port, which stands for https, on this computer for http.
 * @returns the origin in normal form
 * @throws NodeError `invalid_request`
 */
export function parseNodeUrl(text: string): string {
  const given = text.trim();
  const stated = given.includes('://') ? given : `${loopbackName.test(given) ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(stated) ? new URL(stated) : undefined;
  const origin = url && url.username === '' && url.password === '' ? parsePublicHost(url.origin) : undefined;
  if (origin) return origin;
  const message = 'must be the address of a node, such as https://node.example.org';
  throw new NodeError('invalid_request', `The address ${message}.`, {
    errors: [{ path: 'body.url', message }],
  });
}
