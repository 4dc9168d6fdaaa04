import type { IncomingMessage } from 'node:http';

/**
 * Reads and discards the rest of the body for a limited time, so that a client that is still sending receives the
 * response. Node itself would read without an end.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete) return;
  // A pipe target that accepts no more would block the stream.
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), 5000).unref();
  request.once('close', () => clearTimeout(timer));
}
