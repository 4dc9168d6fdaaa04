/** Names that always mean this computer. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** The host name of a `Host` header or URL authority, without its port, lower case; empty when the port is none. */
function hostName(authority: string): string {
  const [, name = '', port = ''] = /^(.*?)\.?(?::(\d*))?$/.exec(authority) ?? [];
  return Number(port) > 65_535 ? '' : name.toLowerCase();
}

/**
 * The names under which a listener answers (protocol, section 2). Any other `Host` is refused: a foreign
 * name that resolves to this computer is how DNS rebinding gets a web page past the same-origin policy.
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #isFurther: (name: string) => boolean;

  /** @param isFurther names that are not known beforehand */
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

/** Whether a `Host` header means this computer wherever it is read. */
export const isLoopbackName = (host: string): boolean => loopback.includes(hostName(host));

/** Whether an origin is a page on this computer. */
export function isLoopbackOrigin(origin: string): boolean {
  return (
    URL.canParse(origin) &&
    /^https?:$/.test(new URL(origin).protocol) &&
    loopback.includes(new URL(origin).hostname)
  );
}
