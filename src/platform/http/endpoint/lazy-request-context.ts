import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../../core/caller.ts';
import type { RequestContext } from './endpoint.ts';
import type { OpenRequests } from './open-requests.ts';

export interface ContextOptions {
  baseUrlOf: (request: IncomingMessage) => string;
  open: OpenRequests;
}

/**
 * The context of a handler. A class, because V8 creates a hidden class for each object literal with a getter, which
 * keeps the request in memory until the next full garbage collection.
 */
export class LazyRequestContext implements RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly caller: Caller | undefined;
  readonly address: string;
  readonly text: string;
  readonly #options: ContextOptions;

  constructor(
    options: ContextOptions,
    { request, response, requestId, caller, address, text }: Omit<RequestContext, 'baseUrl' | 'signal'>,
  ) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.caller = caller;
    this.address = address;
    this.text = text;
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#options.baseUrlOf(this.request);
  }

  /** A property, because handlers take it out of the context. */
  readonly signal = (): AbortSignal => this.#options.open.signalOf(this.response);
}
