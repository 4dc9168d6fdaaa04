import type { IncomingMessage } from 'node:http';
import { trustIn } from './trusted-proxies.ts';

/** The host by which a client addressed a listener. */
export interface AddressedHost {
  scheme: 'http' | 'https';
  /** All of them must be own names; the first is the one that the client used. */
  hosts: string[];
}

const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .flatMap((member) => member.trim() || []);

/**
 * Returns the host by which a client addressed the node: from the `Host` header, or from a trusted proxy
 * (`X-Forwarded-Host`, `X-Forwarded-Proto`). Every name is checked, because a proxy that appends to these headers
 * passes on forged names. `Host` is checked as well: the proxy and a browser may be on this computer, and a page can
 * forge the other headers (DNS rebinding).
 */
export function addressedHost(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => AddressedHost {
  const isTrusted = trustIn(trustedProxies);
  return ({ headers, socket }) => {
    const isFromTrustedProxy =
      trustedProxies.length > 0 && socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
    const forwarded = isFromTrustedProxy ? listOf(headers['x-forwarded-host']) : [];
    return {
      scheme:
        isFromTrustedProxy && listOf(headers['x-forwarded-proto'])[0]?.toLowerCase() === 'https'
          ? 'https'
          : 'http',
      hosts: [...forwarded, headers.host ?? ''],
    };
  };
}
