import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { trustIn } from './trusted-proxies.ts';

/** Cache per connection without a proxy: parsing takes longer than the rest of the check. */
const ofConnections = new WeakMap<Socket, string>();

/**
 * Returns the address to which limits apply, as a trusted proxy states it; IPv6 by /64, because one customer gets a
 * /64.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length > 0) {
    const trust = trustIn(trustedProxies);
    return (request) => countedAs(proxyAddr(request, trust));
  }
  return ({ socket }) => {
    const known = ofConnections.get(socket);
    if (known !== undefined) return known;
    const address = countedAs(socket.remoteAddress);
    ofConnections.set(socket, address);
    return address;
  };
}

function countedAs(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4' || parsed.range() === 'loopback') return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])}/64`;
}

/** Returns whether such an address belongs to this computer. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
