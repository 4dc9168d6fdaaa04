import type { IncomingMessage } from 'node:http';

/** Maximum idle time of a connection. */
export const idleMs = 60_000;

/** Runs a long task without the idle limit of the connection. */
export async function whileNothingIsSent<T>({ socket }: IncomingMessage, task: () => Promise<T>): Promise<T> {
  socket.setTimeout(0);
  try {
    return await task();
  } finally {
    socket.setTimeout(idleMs);
  }
}
