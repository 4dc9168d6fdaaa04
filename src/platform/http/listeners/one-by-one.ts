import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Limit of requests that wait on one connection. */
const maxWaiting = 100;

/**
 * Handles the requests of a connection one after the other. Node would handle pipelined requests at once, and never
 * tells a response that waits for its turn that the connection was closed, so its handler would keep its file open.
 * More than 100 waiting requests end the connection.
 */
export function oneByOne(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // A response has its connection when it is its turn.
    if (response.socket) return handle(request, response);
    const before = waiting.get(socket) ?? 0;
    if (before === maxWaiting) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      handle(request, response);
    });
  };
}
