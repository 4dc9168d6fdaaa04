import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Traffic } from '../../net/transfers/traffic.ts';
import { trustIn } from '../guards/trusted-proxies.ts';

interface Connection {
  isLocal: boolean;
  /** As far as they were counted. */
  sent: number;
  received: number;
}

/** Counts what goes over connections when it is asked, so that nothing is done for each request or piece. */
export class ConnectionMeter {
  readonly #traffic: Traffic;
  readonly #isLocal: (address: string) => boolean;
  readonly #open = new Map<Socket, Connection>();

  /**
   * @param traffic is added to
   * @param trustedProxies may be on this computer, and yet speak for others
   */
  constructor(traffic: Traffic, trustedProxies: readonly string[]) {
    this.#traffic = traffic;
    const isProxy = trustIn(trustedProxies);
    this.#isLocal = (address) =>
      ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback' && !isProxy(address, 0);
  }

  /** From now on a connection counts. */
  readonly watch = (socket: Socket): void => {
    const isLocal = this.#isLocal(socket.remoteAddress ?? '');
    this.#open.set(socket, { isLocal, sent: 0, received: 0 });
    socket.once('close', () => {
      this.#count(socket);
      this.#open.delete(socket);
    });
  };

  /** Brings the traffic up to now. */
  count(): void {
    for (const socket of this.#open.keys()) this.#count(socket);
  }

  #count(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    // What was about to be sent when a connection broke off counts as sent before, and no longer after.
    const sent = Math.max(connection.sent, socket.bytesWritten);
    const received = socket.bytesRead;
    this.#traffic[connection.isLocal ? 'localSent' : 'networkSent'] += sent - connection.sent;
    this.#traffic[connection.isLocal ? 'localReceived' : 'networkReceived'] += received - connection.received;
    connection.sent = sent;
    connection.received = received;
  }
}
