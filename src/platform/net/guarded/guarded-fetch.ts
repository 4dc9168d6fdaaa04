import { Deadline } from './deadline.ts';
import type { GuardedTarget } from './guarded-connection.ts';
import { guardedSend, type SendResponse } from './guarded-send.ts';

export interface GuardedRequest extends GuardedTarget {
  path: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: string;
  /** For the whole request: resolving, connecting, response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends a small request without credentials to another node, like `guardedSend` but with one time limit, and refuses
 * statuses of other programs.
 * @throws PeerError
 */
export async function guardedFetch(request: GuardedRequest): Promise<SendResponse> {
  const { body, timeoutMs, signal, ...target } = request;
  const deadline = new Deadline(timeoutMs, signal);
  try {
    return await guardedSend({
      ...target,
      ...(body === undefined
        ? { method: 'GET', headers: {} }
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      timeouts: { idleMs: timeoutMs, responseMs: timeoutMs },
      otherPrograms: [204, 404, 405, 410],
      signal: deadline.signal,
    });
  } finally {
    deadline.end();
  }
}
