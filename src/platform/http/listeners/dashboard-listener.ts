import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../../core/clock.ts';
import { TransientSet } from '../../../core/concurrency/transient-set.ts';
import { NodeError } from '../../../core/node-error.ts';
import { DashboardSessions } from './dashboard-sessions.ts';
import { graceMs, Listener, notThisPort, refuse } from './listener.ts';

/** A port that is free on one loopback address may be taken on the other. */
const maxTries = 10;
/** Errors of a computer without IPv6, where that address is not needed. */
const noIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * The listener of the dashboard: one port on both loopback addresses, since browsers use either of them for a name of
 * this computer. It may outlive a node and keeps the port between two nodes of one process, because another program on
 * the port would receive the requests of open tabs.
 */
export class DashboardListener {
  readonly sessions: DashboardSessions;
  readonly #underWay = new TransientSet<ServerResponse>();
  #listeners: readonly Listener[] = [];
  #requested: { port: number; missed: 'port' | null } | undefined;
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

  /** The address for programs on this computer and the app's own window. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * The address for browsers, new in each run, so that data stored by another program on the same port is of another
   * origin.
   */
  get browserOrigin(): string {
    return `http://${this.#hostName}:${this.port}`;
  }

  /** Returns whether an origin is a page of this run, on any port, because a tunnel may use another one. */
  isOwnOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' && hostname === this.#hostName;
  }

  /** Returns an address that opens one session in a browser. Browsers never send the fragment with the code. */
  newAddress(): string {
    return `${this.browserOrigin}/#code=${this.sessions.createCode()}`;
  }

  /**
   * Starts serving `handle` at a port, keeping the current port if it is the same.
   * @param options `orFreePort`: falls back to a free port
   * @returns the requested port if it was not available
   */
  async start(
    port: number,
    handle: RequestListener,
    options: { orFreePort: boolean },
  ): Promise<{ missed: 'port' | null }> {
    if (this.#requested?.port !== port) {
      await this.stop();
      const missed = await this.#listen(port, options);
      this.#requested = { port, missed };
      this.#hostName = `alcove-${randomBytes(10).toString('hex')}.localhost`;
    }
    this.#handle = handle;
    return { missed: this.#requested.missed };
  }

  /** Stops calling the node and waits for pending responses. Keeps the port and the sessions. */
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

  /** Closes the port and ends all sessions, because the next program on the port might receive their tokens. */
  async stop(): Promise<void> {
    this.sessions.endAll();
    this.#requested = undefined;
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
        if (port !== 0 || tries === maxTries || codeOf(error) !== 'EADDRINUSE') throw error;
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

/** Returns whether a name belongs to this or an earlier run. Pages of an earlier run are answered with instructions. */
export const isDashboardName = (name: string): boolean => /^alcove-[0-9a-f]{20}\.localhost$/.test(name);

const refuseForNow: RequestListener = (request, response) =>
  refuse(
    new NodeError('shutting_down', 'http.restarting', {
      headers: { 'Retry-After': '1' },
    }),
    request,
    response,
  );
