/** `node.example.org`, `127.0.0.1:8471`; what speaks plain http is told apart. */
export function hostName(host: string): string {
  return host.replace(/^https:\/\//, '');
}
