import ipaddr from 'ipaddr.js';

/**
 * Returns whether an IP address belongs to the public Internet. IPv6 addresses that contain an IPv4 one (mapped, 6to4,
 * NAT64, Teredo) do not count as public, since they may lead to a private address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3);
}

/** Returns the group that shares a limit: one IPv4 address, or the /64 of one IPv6 customer. */
export function addressGroup(address: string): string {
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? address : parsed.toByteArray().slice(0, 8).join('.');
}
