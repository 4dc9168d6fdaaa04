/** Names that always resolve to this computer. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the host name of an authority without its port, in lower case; empty for an invalid port. */
function hostName(authority: string): string {
  const colon = authority.lastIndexOf(':');
  const port = colon < 0 ? '' : authority.slice(colon + 1);
  const hasPort = colon >= 0 && /^\d*$/.test(port);
  if (hasPort && Number(port) > 65_535) return '';
  const name = hasPort ? authority.slice(0, colon) : authority;
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/** Returns whether a listener answers under a name; any other name could bypass the same-origin policy (DNS rebinding). */
export type IsOwnName = (host: string | undefined) => boolean;

/** @param isExtra returns whether a name that is not known in advance is accepted, too */
export function ownNames(
  extra: readonly string[],
  isExtra: (name: string) => boolean = () => false,
): IsOwnName {
  const names = new Set([...loopback, ...extra.map(hostName)]);
  return (host) => host !== undefined && (names.has(hostName(host)) || isExtra(hostName(host)));
}

/** Returns whether a `Host` header always means this computer. */
export const isLoopbackName = (host: string): boolean => loopback.includes(hostName(host));

/** Returns whether an origin is a page on this computer. */
export function isLoopbackOrigin(origin: string): boolean {
  return (
    URL.canParse(origin) &&
    /^https?:$/.test(new URL(origin).protocol) &&
    loopback.includes(new URL(origin).hostname)
  );
}
