import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../../core/clock.ts';
import { NodeError } from '../../../core/node-error.ts';
import { DashboardSessions } from './dashboard-sessions.ts';
import { Listener, refuse } from './listener.ts';

/** How long a node that stops waits for answers under way. */
const graceMs = 3000;
/** A free port on one loopback address may be taken on the other. */
const mostTries = 10;
/** This computer has no IPv6, so nobody listens there. */
const noIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);
const notThisPort = new Set(['EADDRINUSE', 'EACCES']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * Where the dashboard listens: one port on both loopback addresses, since browsers take either for a name that means this
 * computer. It may outlive a node, so that the port is never free while the next node of the process starts: whoever took it
 * would get what open tabs send.
 */
export class DashboardListener {
  readonly sessions: DashboardSessions;
  readonly #underWay = new Set<ServerResponse>();
  #listeners: readonly Listener[] = [];
  #asked: { port: number; missed: 'port' | null } | undefined;
  #hostName = '';
  #handle: RequestListener = refuseForNow;

  constructor(clock: Clock) {
    this.sessions = new DashboardSessions(clock);
  }

  get port(): number {
    const [listener] = this.#listeners;
    if (!listener) throw new Error('The listener has not been started.');
    return listener.port;
  }

  /** For programs on this computer and the app’s own window. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * For browsers. Its name is new in each run: what another program planted in the browser while it had the port (a service
   * worker, cached scripts) is of another origin.
   */
  get browserOrigin(): string {
    return `http://${this.#hostName}:${this.port}`;
  }

  /** Whether an origin is a page of this run, at whatever port a tunnel leads here from. */
  isOwnOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' && hostname === this.#hostName;
  }

  /** The address that opens one session in a browser. Browsers never send the part with the code. */
  newAddress(): string {
    return `${this.browserOrigin}/#code=${this.sessions.createCode()}`;
  }

  /**
   * Has `handle` answer at a port, which it keeps where it has it already.
   * @param options `orFreePort`: at a free port where it may not have this one
   * @returns what it was asked for and did not get
   */
  async start(
    port: number,
    handle: RequestListener,
    options: { orFreePort: boolean },
  ): Promise<{ missed: 'port' | null }> {
    if (this.#asked?.port !== port) {
      await this.stop();
      const missed = await this.#listen(port, options);
      this.#asked = { port, missed };
      this.#hostName = `alcove-${randomBytes(10).toString('hex')}.localhost`;
    }
    this.#handle = handle;
    return { missed: this.#asked.missed };
  }

  /** Asks the node no more, and lets its answers under way end. The port and the sessions stay. */
  async pause(): Promise<void> {
    this.#handle = refuseForNow;
    const ended = [...this.#underWay].map(
      (response) => new Promise<void>((resolve) => response.once('close', resolve)),
    );
    const timer = setTimeout(() => {
      for (const response of this.#underWay) response.destroy();
    }, graceMs);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  /** Gives the port back and ends all sessions, which whoever takes it might learn. */
  async stop(): Promise<void> {
    this.sessions.endAll();
    this.#asked = undefined;
    await Promise.all(this.#listeners.map((listener) => listener.stop()));
    this.#handle = refuseForNow;
  }

  async #listen(port: number, { orFreePort }: { orFreePort: boolean }): Promise<'port' | null> {
    try {
      await this.#listenAt(port);
      return null;
    } catch (error) {
      if (!orFreePort || !notThisPort.has(codeOf(error))) throw error;
      await this.#listenAt(0);
      return 'port';
    }
  }

  async #listenAt(port: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#listeners = await this.#listenOnce(port);
        return;
      } catch (error) {
        if (port !== 0 || tries === mostTries || codeOf(error) !== 'EADDRINUSE') throw error;
      }
    }
  }

  async #listenOnce(port: number): Promise<readonly Listener[]> {
    const ipv4 = this.#listener('127.0.0.1', port);
    await ipv4.start({ orFreePort: false });
    const ipv6 = this.#listener('::1', ipv4.port);
    try {
      await ipv6.start({ orFreePort: false });
      return [ipv4, ipv6];
    } catch (error) {
      if (noIpv6.has(codeOf(error))) return [ipv4];
      await ipv4.stop();
      throw error;
    }
  }

  #listener(host: string, port: number): Listener {
    const handle: RequestListener = (request, response) => {
      this.#underWay.add(response);
      response.once('close', () => this.#underWay.delete(response));
      this.#handle(request, response);
    };
    return new Listener({ host, port, handle });
  }
}

/** Names that this or an earlier run had. Pages of an earlier one are told what to do. */
export const isDashboardName = (name: string): boolean => /^alcove-[0-9a-f]{20}\.localhost$/.test(name);

const refuseForNow: RequestListener = (request, response) =>
  refuse(
    new NodeError('shutting_down', 'The node is restarting. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    }),
    request,
    response,
  );
