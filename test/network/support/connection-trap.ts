import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ConnectionTrap {
  port: number;
  /** Number of connections. */
  connections: number;
  stop(): Promise<void>;
}

/** Starts a server at an address to which nothing may connect, on both loopback addresses if there are two. */
export async function startConnectionTrap(): Promise<ConnectionTrap> {
  const server = createServer((socket) => {
    trap.connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const second = createServer((socket) => {
    trap.connections++;
    socket.destroy();
  });
  // A computer without IPv6 has only one loopback address.
  await new Promise<void>((resolve) => second.once('error', () => resolve()).listen(port, '::1', resolve));
  const trap: ConnectionTrap = {
    port,
    connections: 0,
    stop: () =>
      new Promise((resolve) => {
        second.close();
        server.close(() => resolve());
      }),
  };
  return trap;
}

/** Records the addresses to which this process tries to connect, until `end` is called. */
export function watchConnections(): { attempts: string[]; end(): void } {
  const attempts: string[] = [];
  const onSocket = (message: unknown): void => {
    (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => {
      attempts.push(address);
    });
  };
  subscribe('net.client.socket', onSocket);
  return { attempts, end: () => unsubscribe('net.client.socket', onSocket) };
}
