import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { TransientMap } from '../../../core/concurrency/transient-map.ts';
import type { Traffic } from '../../net/transfers/traffic.ts';
import { trustIn } from '../guards/trusted-proxies.ts';

interface Connection {
  isLocal: boolean;
  /** Bytes counted so far. */
  sent: number;
  received: number;
}

/** Counts the bytes of connections on demand, which costs nothing per request or chunk. */
export class ConnectionMeter {
  readonly #traffic: Traffic;
  readonly #isLocal: (address: string) => boolean;
  readonly #open = new TransientMap<Socket, Connection>();

  /** Adds to `traffic`. Connections of trusted proxies count as external, because they forward requests of others. */
  constructor(traffic: Traffic, trustedProxies: readonly string[]) {
    this.#traffic = traffic;
    const isProxy = trustIn(trustedProxies);
    this.#isLocal = (address) =>
      ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback' && !isProxy(address, 0);
  }

  /** Adds a connection to the count. */
  readonly add = (socket: Socket): void => {
    const isLocal = this.#isLocal(socket.remoteAddress ?? '');
    this.#open.set(socket, { isLocal, sent: 0, received: 0 });
    socket.once('close', () => {
      this.#count(socket);
      this.#open.delete(socket);
    });
  };

  /** Updates the traffic. */
  count(): void {
    for (const socket of this.#open.keys()) this.#count(socket);
  }

  #count(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    // May decrease, because bytes queued when a connection broke were already counted as sent.
    const sent = Math.max(connection.sent, socket.bytesWritten);
    const received = socket.bytesRead;
    this.#traffic[connection.isLocal ? 'localSent' : 'networkSent'] += sent - connection.sent;
    this.#traffic[connection.isLocal ? 'localReceived' : 'networkReceived'] += received - connection.received;
    connection.sent = sent;
    connection.received = received;
  }
}
