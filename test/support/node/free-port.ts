import { once } from 'node:events';
import { createServer } from 'node:net';

/** A range below the ephemeral ports of the system (Linux: from 32768, others: from 49152). */
const [first, last] = [20_000, 32_000];

/** Returns a free port outside the ephemeral range, so that no other test gets it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
