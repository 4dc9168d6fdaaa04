/** Names that always resolve to this computer. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the host name of a `Host` header or URL authority, without its port, in lower case; empty for an invalid
 * port.
 */
function hostName(authority: string): string {
  const [, name = '', port = ''] = /^(.*?)\.?(?::(\d*))?$/.exec(authority) ?? [];
  return Number(port) > 65_535 ? '' : name.toLowerCase();
}

/**
 * The names under which a listener answers. Any other `Host` is refused: a foreign name that resolves to this computer
 * bypasses the same-origin policy (DNS rebinding).
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #isFurther: (name: string) => boolean;

  /** @param isFurther accepts names that are not known in advance */
  constructor(further: readonly string[] = [], isFurther: (name: string) => boolean = () => false) {
    this.#names = new Set([...loopback, ...further.map(hostName)]);
    this.#isFurther = isFurther;
  }

  includes(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = hostName(host);
    return this.#names.has(name) || this.#isFurther(name);
  }
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
