import type { IncomingMessage } from 'node:http';

/** How long a connection may be silent (protocol, section 8). */
export const idleMs = 60_000;

/** Runs a task that may last, during which silence on the connection is the node's own. */
export async function whileNothingIsSent<T>({ socket }: IncomingMessage, task: () => Promise<T>): Promise<T> {
  socket.setTimeout(0);
  try {
    return await task();
  } finally {
    socket.setTimeout(idleMs);
  }
}
