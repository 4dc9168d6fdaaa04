import { execFileSync } from 'node:child_process';

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Why there can be no laboratory here; undefined where there can. */
export function laboratoryMissing(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are a matter of Linux';
  const name = `alcove-try-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return undefined;
  } catch {
    return 'this system lets nobody make network namespaces (they need root and iproute2)';
  }
}

/** A computer of its own, as far as the network is concerned. */
export interface Computer {
  address: string;
  /** What runs a program on it: the first words of its command line. */
  inside: readonly string[];
}

/**
 * Computers on a network of their own, in two halves that can be parted. This process reaches them all from an
 * address of its own in the first half; nothing else on this system is touched.
 */
export class Laboratory {
  readonly #name: string;
  readonly #subnet: string;
  readonly #namespaces: string[] = [];
  #computers = 0;

  /** @param subnet its first three numbers, e.g. `10.77.0`: this system must not use it */
  constructor(subnet: string) {
    this.#subnet = subnet;
    this.#name = `alcove-${process.pid}-${subnet.replaceAll('.', '-')}`;
    this.#add(this.#hub);
    for (const half of ['left', 'right']) {
      this.#inHub('link', 'add', half, 'type', 'bridge');
      this.#inHub('link', 'set', half, 'up');
    }
    this.#inHub('link', 'add', 'between', 'type', 'veth', 'peer', 'name', 'beyond');
    this.#plug('between', 'left');
    this.#plug('beyond', 'right');
    const own = this.#linkName('own');
    ip('link', 'add', own, 'type', 'veth', 'peer', 'name', 'watch', 'netns', this.#hub);
    this.#plug('watch', 'left');
    ip('addr', 'add', `${subnet}.254/24`, 'dev', own);
    ip('link', 'set', own, 'up');
  }

  get #hub(): string {
    return `${this.#name}-hub`;
  }

  /** Puts one more computer into a half. */
  computer(half: 'left' | 'right' = 'left'): Computer {
    this.#computers += 1;
    const number = this.#computers;
    const name = `${this.#name}-${number}`;
    const address = `${this.#subnet}.${number}`;
    this.#add(name);
    this.#inHub('link', 'add', `to-${number}`, 'type', 'veth', 'peer', 'name', 'net', 'netns', name);
    this.#plug(`to-${number}`, half);
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'net');
    ip('-n', name, 'link', 'set', 'net', 'up');
    return { address, inside: ['ip', 'netns', 'exec', name] };
  }

  /** Nobody in one half reaches anybody in the other. */
  part(): void {
    this.#inHub('link', 'set', 'between', 'down');
  }

  join(): void {
    this.#inHub('link', 'set', 'between', 'up');
  }

  /** To be called when every program in it has ended. */
  close(): void {
    ip('link', 'del', this.#linkName('own'));
    for (const name of this.#namespaces.splice(0).reverse()) ip('netns', 'del', name);
  }

  /** Names of links have 15 characters at most, and this one is seen by the whole system. */
  #linkName(end: string): string {
    return `al${process.pid}${end}`.slice(0, 15);
  }

  #add(name: string): void {
    ip('netns', 'add', name);
    this.#namespaces.push(name);
  }

  #inHub(...args: string[]): void {
    ip('-n', this.#hub, ...args);
  }

  #plug(link: string, bridge: string): void {
    this.#inHub('link', 'set', link, 'master', bridge);
    this.#inHub('link', 'set', link, 'up');
  }
}
