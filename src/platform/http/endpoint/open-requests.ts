import type { ServerResponse } from 'node:http';
import { TransientSet } from '../../../core/concurrency/transient-set.ts';
import { NodeError } from '../../../core/node-error.ts';

/**
 * The requests whose handlers use a signal for their end. They share one listener for the stop of the node, because
 * `AbortSignal.any` for each takes longer than a promise, and its weak references outlive many garbage collections.
 */
export class OpenRequests {
  readonly #stopping: AbortSignal;
  readonly #open = new TransientSet<AbortController>();

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => {
      for (const request of this.#open) request.abort(stopping.reason);
    });
  }

  /** Returns a signal that is aborted when the client disconnects or the node stops. */
  signalOf(response: ServerResponse): AbortSignal {
    if (this.#stopping.aborted) return this.#stopping;
    const disconnect = new AbortController();
    const close = () => {
      this.#open.delete(disconnect);
      if (!response.writableFinished) disconnect.abort(new NodeError('invalid_request', 'http.clientGone'));
    };
    if (response.destroyed) {
      close();
    } else {
      this.#open.add(disconnect);
      response.once('close', close);
    }
    return disconnect.signal;
  }
}
