/** Returns `node.example.org` or `127.0.0.1:8471`; the scheme is kept for plain http. */
export function hostName(host: string): string {
  return host.replace(/^https:\/\//, '');
}
