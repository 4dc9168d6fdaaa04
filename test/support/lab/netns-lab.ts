import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Returns why network namespaces are not available; undefined if they are. */
export function labMissing(): string | undefined {
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

/** A separate computer, as seen from the network. */
export interface Computer {
  address: string;
  /** The start of a command line that runs a program on it. */
  inside: readonly string[];
}

const SUBNETS = 254;
const linkOf = (number: number): string => `alcove-lab-${number}`;
let labs = 0;

/**
 * Computers on a separate network with two halves, which can be disconnected from each other. This process reaches all
 * of them from an address in the first half; the lab changes nothing else on this system.
 */
export class NetnsLab {
  readonly #name: string;
  readonly #subnet: string;
  readonly #link: string;
  readonly #namespaces: string[] = [];
  #computers = 0;

  constructor() {
    clearAway();
    labs += 1;
    this.#name = `alcove-${process.pid}-${labs}`;
    this.#add(this.#hub);
    for (const half of ['left', 'right']) {
      this.#inHub('link', 'add', half, 'type', 'bridge');
      this.#inHub('link', 'set', half, 'up');
    }
    this.#inHub('link', 'add', 'between', 'type', 'veth', 'peer', 'name', 'beyond');
    this.#plug('between', 'left');
    this.#plug('beyond', 'right');
    const number = this.#takeSubnet();
    this.#subnet = `10.77.${number}`;
    this.#link = linkOf(number);
    this.#plug('watch', 'left');
    ip('addr', 'add', `${this.#subnet}.254/24`, 'dev', this.#link);
    ip('link', 'set', this.#link, 'up');
  }

  get #hub(): string {
    return `${this.#name}-hub`;
  }

  /** Adds a computer to a half. */
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

  /** Blocks all traffic between the halves. */
  part(): void {
    this.#inHub('link', 'set', 'between', 'down');
  }

  join(): void {
    this.#inHub('link', 'set', 'between', 'up');
  }

  /** Removes the network; call it after every program in it has ended. */
  close(): void {
    ip('link', 'del', this.#link);
    for (const name of this.#namespaces.splice(0).reverse()) ip('netns', 'del', name);
  }

  /**
   * Takes a free subnet. The name of a link is unique on a system, so the process that creates the link owns the
   * subnet.
   */
  #takeSubnet(): number {
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
    for (let tried = 0; tried < SUBNETS; tried++) {
      const number = 1 + ((process.pid + tried) % SUBNETS);
      if (addresses.some(({ address }) => address.startsWith(`10.77.${number}.`))) continue;
      try {
        ip('link', 'add', linkOf(number), 'type', 'veth', 'peer', 'name', 'watch', 'netns', this.#hub);
        return number;
      } catch (error) {
        if (!String(error).includes('File exists')) throw error;
      }
    }
    throw new Error('Every subnet of 10.77.0.0/16 is in use on this system.');
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

/** Removes the networks of killed processes, and ends the processes in them. */
function clearAway(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const [, name, maker] = /^(alcove-(\d+)-\S+)/.exec(line) ?? [];
    if (name === undefined || isAlive(Number(maker))) continue;
    try {
      for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean))
        process.kill(Number(pid), 'SIGKILL');
      ip('netns', 'del', name);
    } catch {
      // Another process does the same at this moment.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
