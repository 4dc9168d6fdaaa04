import type { Socket } from 'node:net';

/**
 * Limit of response bytes that wait in memory for the receivers of one listener. A text counts its characters, and takes
 * up to four times as much.
 */
const maxUnsentBytes = 128 * 1024 ** 2;
/**
 * Waiting bytes of each connection that do not count, because files are sent in pieces of this size. Only the few
 * senders with buffers of their own (`ReadBuffers`) send larger ones.
 */
const uncountedBytes = 64 * 1024;

const unsentBy = ({ writableLength }: Socket): number => Math.max(0, writableLength - uncountedBytes);

/**
 * Closes the connections that stalled first while unsent responses take too much memory. One that reads a text slowly
 * counts as stalled too, because the text takes its memory until it is sent whole.
 */
export class UnsentLimit {
  /** The bytes written to connections with waiting bytes, in the order in which they stalled. */
  #written = new Map<Socket, number>();

  /** Called at intervals; a connection has one to send something. */
  check(connections: Iterable<Socket>): void {
    const waiting = [...connections].filter((socket) => unsentBy(socket) > 0);
    const stalled = [...this.#written].flatMap(([socket, written]) =>
      unsentBy(socket) > 0 && socket.bytesWritten === written ? [socket] : [],
    );
    this.#written = new Map([...stalled, ...waiting].map((socket) => [socket, socket.bytesWritten]));
    let unsent = waiting.reduce((sum, socket) => sum + unsentBy(socket), 0);
    for (const socket of stalled) {
      if (unsent <= maxUnsentBytes) break;
      unsent -= unsentBy(socket);
      socket.destroy();
    }
  }
}
