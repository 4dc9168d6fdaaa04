import { inputErrorAt } from '../../core/messages/input-error.ts';
import { NodeError } from '../../core/node-error.ts';
import { parsePublicHost } from './public-host.ts';

const loopbackName = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/**
 * Parses a node's address as a user enters it: a URL, of which only the origin is used, or a host name with or without
 * port, which means https (http on this computer).
 * @returns the normalised origin
 * @throws NodeError `invalid_request`
 */
export function parseNodeUrl(text: string): string {
  const given = text.trim();
  const stated = given.includes('://') ? given : `${loopbackName.test(given) ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(stated) ? new URL(stated) : undefined;
  const origin = url && url.username === '' && url.password === '' ? parsePublicHost(url.origin) : undefined;
  if (origin) return origin;
  throw new NodeError('invalid_request', 'peers.addressInvalid', {
    errors: [inputErrorAt('body.url', 'peers.mustBeAddress')],
  });
}
