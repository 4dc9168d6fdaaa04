import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port of loopback and prints it, as `startBaseline` expects. */
export function listen(handle: RequestListener): void {
  const server = createServer(handle).listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
  });
  server.keepAliveTimeout = 60_000;
  process.on('SIGTERM', () => process.exit(0));
}
