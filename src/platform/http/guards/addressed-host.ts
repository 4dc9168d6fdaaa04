import type { IncomingMessage } from 'node:http';
import { trustIn } from './trusted-proxies.ts';

/** The host by which a client addressed a listener. */
export interface AddressedHost {
  scheme: 'http' | 'https';
  /** Each must be an own name; the first is the one that the client used. */
  hosts: string[];
}

const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .flatMap((member) => member.trim() || []);

/**
 * Returns the host by which a client addressed the node: from the `Host` header, or from a trusted proxy
 * (`X-Forwarded-Host`, `X-Forwarded-Proto`). A proxy that appends to these headers passes on forged names, so every
 * name is checked. `Host` is checked too: if the proxy is on this computer, so are browsers, and a page can forge the
 * other header (DNS rebinding).
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
