import type { IncomingMessage } from 'node:http';
import { trustIn } from './trusted-proxies.ts';

/** How a client addressed a listener. */
export interface AddressedHost {
  scheme: 'http' | 'https';
  /** Each must be an own name; the first is what the client used. */
  hosts: string[];
}

const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .flatMap((member) => member.trim() || []);

/**
 * Reads how a client addressed the node: by the `Host` header, or as a trusted proxy tells it
 * (`X-Forwarded-Host`, `X-Forwarded-Proto`). A proxy that only adds to what it was sent passes on names that
 * anybody may have made up, so every one of them counts. So does `Host`: where the proxy is on this computer,
 * so are browsers, and a page can make up the other header (DNS rebinding).
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
