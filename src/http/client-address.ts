import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * The address to count a request under: that of the client, or the one that a trusted proxy names.
 * IPv6 counts by /64, since that is what one customer gets.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trust = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : undefined;
  return (request) => {
    const address = trust ? proxyAddr(request, trust) : request.socket.remoteAddress;
    if (!address || !ipaddr.isValid(address)) return 'unknown';
    const parsed = ipaddr.process(address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return parsed.toByteArray().slice(0, 8).join('.');
  };
}
