import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointContract, EndpointInput } from '../../../contract/endpoint.ts';
import type { ProblemCode, ProblemDocument } from '../../../contract/problems.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Awaitable } from '../../../core/concurrency/awaitable.ts';
import { requestId } from '../../../core/ids.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseStrictJson } from '../../../core/strict-json.ts';
import { type Authenticate, authorize } from '../guards/authorization.ts';
import type { RateLimit } from '../guards/rate-limits.ts';
import { drain } from './drain.ts';
import type { Call, Endpoint, LimitName } from './endpoint.ts';
import { parseInput } from './input.ts';
import { type ContextOptions, LazyRequestContext } from './lazy-request-context.ts';
import { OpenRequests } from './open-requests.ts';
import { toProblem } from './problem.ts';
import { checkAnnouncedLength, checkContentCoding, readText } from './read-body.ts';
import { addHeaders, dropPrepared, headerOf } from './response-headers.ts';

export interface AdapterOptions extends Pick<ContextOptions, 'baseUrlOf'> {
  /** Aborted when the node stops. */
  stopping: AbortSignal;
  /** Undefined: no limits. */
  limit: RateLimit | undefined;
  authenticate: Authenticate;
  /** Copies what other replicas have written. Undefined: there are none. */
  refresh?: (() => Promise<void>) | undefined;
  addressOf: (request: IncomingMessage) => string;
  logger: Logger;
  /** Called with every response, once it is known; must not throw. */
  onHandled?: (handled: HandledRequest) => void;
}

/** A response, for the activity log. */
export interface HandledRequest {
  /** Undefined if no endpoint matched the request. */
  endpoint?: Endpoint;
  request: IncomingMessage;
  response: ServerResponse;
  caller?: Caller | undefined;
  /** The input by the endpoint's contract, as far as it was parsed. */
  input?: EndpointInput<EndpointContract>;
  output?: unknown;
  problem?: ProblemCode;
}

/** Gives a request its id, which its problems and the log quote. */
export function identify(response: ServerResponse): string {
  const id = requestId();
  addHeaders(response, [idHeader, id]);
  return id;
}

const idHeader = 'X-Request-Id';

/** Requests that wait for `100 Continue`, which is sent after all checks that precede the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();

export const expectContinue = (request: IncomingMessage): void => {
  awaitingContinue.add(request);
};

/**
 * Runs every endpoint in one order, so that none can omit a check: limit, auth, input, handler, output. The request has
 * its id and has passed the listener's guards.
 */
export class EndpointAdapter {
  readonly #options: AdapterOptions;
  readonly #context: ContextOptions;

  constructor(options: AdapterOptions) {
    this.#options = options;
    this.#context = { baseUrlOf: options.baseUrlOf, open: new OpenRequests(options.stopping) };
  }

  async run(
    { endpoint, params, query }: Call,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = headerOf(response, idHeader);
    let text = '';
    const handled: HandledRequest = { endpoint, request, response };
    try {
      const { contract } = endpoint;
      const address = this.#options.addressOf(request);
      const limited = this.#options.limit && (await this.#refusalOf(endpoint.limit ?? 'requests', address));
      if (limited && !endpoint.extendProblem) throw limited;
      if (contract.deprecated) announceDeprecation(response, contract.deprecated.since);
      const authorized = authorize(this.#options.authenticate, request.headers.authorization, contract);
      // Avoids an additional tick if the caller is already known.
      const caller = authorized instanceof Promise ? await authorized : authorized;
      handled.caller = caller;
      if (contract.body && !('mediaTypes' in contract.body)) checkIsJson(request);
      if (endpoint.body) {
        checkContentCoding(request);
        checkAnnouncedLength(request, endpoint.body.maxBytes);
      }
      if (awaitingContinue.delete(request)) response.writeContinue();
      if (endpoint.body?.as === 'text') text = await readText(request, endpoint.body.maxBytes);
      if (limited) throw limited;
      const input = inputOf(contract, { params, query }, request, text);
      handled.input = input;
      const context = new LazyRequestContext(this.#context, {
        request,
        response,
        requestId: id,
        caller,
        address,
        text,
      });
      const pending = this.#handle(() => endpoint.handle(input, context as never), handled);
      // Avoids an additional tick if the document is already available.
      const result = pending instanceof Promise ? await pending : pending;
      if (result !== 'sent') {
        sendJson(response, result.status, result.body, result.headers);
        result.after?.();
        handled.output = result.body;
      }
      this.#options.onHandled?.(handled);
    } catch (error) {
      this.#fail(error, handled, (document) => endpoint.extendProblem?.(document, text) ?? document);
    }
  }

  /** Runs a handler. A read that does not find something runs again when the writes of other replicas are copied. */
  #handle<Result>(
    handle: () => Awaitable<Result>,
    { request: { method }, response }: HandledRequest,
  ): Awaitable<Result> {
    const { refresh } = this.#options;
    if (!refresh || (method !== 'GET' && method !== 'HEAD')) return handle();
    const again = async (error: unknown) => {
      if (!(error instanceof NodeError && error.details.isUnknownHere) || response.headersSent) throw error;
      await refresh();
      return handle();
    };
    // Avoids an additional tick if the result is already available.
    try {
      const result = handle();
      return result instanceof Promise ? result.catch(again) : result;
    } catch (error) {
      return again(error);
    }
  }

  /** Responds to a request without a matching endpoint, and counts it against the rate limit of the address. */
  async refuse(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const limited = await this.#refusalOf('requests', this.#options.addressOf(request));
    this.fail(limited ?? error, request, response);
  }

  /** Responds to a request without a matching endpoint with the problem of an error. */
  fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    this.#fail(error, { request, response }, (document) => document);
  }

  /** Counts a call and returns the error of an exceeded limit. */
  #refusalOf(limit: LimitName, address: string): Promise<unknown> {
    return Promise.resolve(this.#options.limit?.(limit, address)).catch((error: unknown) => error);
  }

  #fail(error: unknown, handled: HandledRequest, extend: (document: ProblemDocument) => object): void {
    const { request, response } = handled;
    handled.problem = error instanceof NodeError ? error.code : 'internal';
    this.#options.onHandled?.(handled);
    const id = headerOf(response, idHeader);
    if (!(error instanceof NodeError) && !response.destroyed) {
      this.#options.logger.error({ request: id, err: error }, 'a request failed');
    }
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const problem = toProblem(error, id);
    dropPrepared(response);
    const { document, headers } = problem;
    const { sendProblem } = handled.endpoint ?? {};
    if (sendProblem) {
      sendProblem(problem, { request, response });
    } else {
      const type = { 'Content-Type': 'application/problem+json' };
      sendJson(response, document.status, extend(document), { ...headers, ...type });
    }
    drain(request);
  }
}

/** Validates the input by the contract; throws NodeError `invalid_request`. */
function inputOf(
  contract: EndpointContract,
  { params, query }: Pick<Call, 'params' | 'query'>,
  request: IncomingMessage,
  text: string,
): EndpointInput<never> {
  const { body } = contract;
  return {
    params: contract.params && parseInput(contract.params, params, 'path'),
    query: contract.query && parseInput(contract.query, query, 'query'),
    headers: contract.headers && parseInput(contract.headers, request.headers, 'headers'),
    body:
      body?.schema && !('mediaTypes' in body)
        ? parseInput(body.schema, parseStrictJson(text), 'body')
        : undefined,
  } as EndpointInput<never>;
}

/** Sends the header of RFC 9745; the OpenAPI document names the replacement. */
function announceDeprecation(response: ServerResponse, since: number): void {
  const link = '</api/openapi.json>; rel="deprecation"; type="application/json"';
  addHeaders(response, ['Deprecation', `@${since}`, 'Link', link]);
}

/** Accepts a body without a type as JSON, and refuses any other type. */
function checkIsJson(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type === undefined || /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) return;
  throw new NodeError('unsupported_media_type', 'http.bodyMustBeJson');
}

/** Sends a document with `Cache-Control: no-store`, since every document may change at any time. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendJsonText(response, status, JSON.stringify(body), headers);
}

/** Does the same for serialised JSON. */
export function sendJsonText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  // Passed as text, because Node sends a text together with the headers.
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
