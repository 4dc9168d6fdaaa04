import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointContract, EndpointInput, EndpointOutput } from '../../../contract/endpoint.ts';
import type { ProblemDocument } from '../../../contract/problems.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Problem } from './problem.ts';
import type { RequestTarget } from './request-target.ts';

/** The request as available to a handler, besides the validated input. */
export interface RequestContext {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** The base of links in responses, e.g. `http://127.0.0.1:8471`. */
  baseUrl: string;
  /** The authenticated caller; always set when the contract requires a token. */
  caller: Caller | undefined;
  /** The address that rate limits apply to: an IPv4 address or an IPv6 /64. */
  address: string;
  /** Returns a signal that is aborted when the client disconnects or the node stops. */
  signal(): AbortSignal;
  /** The whole body, for endpoints that read it as text. */
  text: string;
}

/** A JSON response, or `sent` if the handler wrote the response itself. */
export type HandlerResult<Output> =
  | { status: number; body: Output; headers?: Record<string, string>; after?: () => void }
  | 'sent';

/** Rate limits per address: the general one, and those for handshakes and for signing in. */
export type LimitName = 'requests' | 'handshakes' | 'sign_in';

/** Whether the caller of an endpoint is always known. */
type NeedsToken<C> = C extends { token: 'optional' }
  ? false
  : C extends { scope: string } | { token: 'required' }
    ? true
    : false;

/** The context of a handler, whose caller is known if the contract requires a token. */
type HandlerContext<C> = RequestContext & {
  caller: NeedsToken<C> extends true ? Caller : Caller | undefined;
};

export interface Endpoint<C extends EndpointContract = EndpointContract> {
  contract: C;
  /** The rate limit, `requests` by default. */
  limit?: LimitName;
  /** The body: read as text by the adapter, or left as a stream to the handler. Without it, any body is ignored. */
  body?: { as: 'text' | 'stream'; maxBytes: number };
  /** Extends a problem of this endpoint, given the body's text as far as it was read. */
  extendProblem?: (document: ProblemDocument, text: string) => ProblemDocument;
  /** Sends a problem of this endpoint in another form than JSON. */
  sendProblem?: (problem: Problem, context: Pick<RequestContext, 'request' | 'response'>) => void;
  /** Whether the address itself grants access (a capability URL); then any page may request it. */
  isCapability?: (asked: Pick<Call, 'params' | 'query'>) => boolean;
  handle(
    input: EndpointInput<C>,
    context: HandlerContext<C>,
  ): Promise<HandlerResult<EndpointOutput<C>>> | HandlerResult<EndpointOutput<C>>;
}

/** The call of a request, for guards and handlers alike. */
export interface Call {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  query: RequestTarget['query'];
}

export const jsonBody = { as: 'text', maxBytes: 256 * 1024 } as const;

/** The response of an action without data. */
export const ok = { status: 200, body: { ok: true } } as const;

/** Keeps the contract's exact type, so that the compiler checks the handler against the contract. */
export const defineEndpoint = <const C extends EndpointContract>(endpoint: Endpoint<C>): Endpoint =>
  endpoint as unknown as Endpoint;

/** The document of a JSON endpoint; undefined stands for the document of `ok`. */
type Document<C extends EndpointContract> =
  | EndpointOutput<C>
  | (typeof ok.body extends EndpointOutput<C> ? void : never);

/** Defines an endpoint whose only response is a document, with the status of its contract. */
export const jsonEndpoint = <const C extends EndpointContract>(
  contract: C,
  documentOf: (input: EndpointInput<C>, context: HandlerContext<C>) => Promise<Document<C>> | Document<C>,
  options: Pick<Endpoint, 'limit' | 'body'> = {},
): Endpoint => {
  const status = Number(Object.keys(contract.responses)[0]);
  const toResult = (document: Document<C>) => ({ status, body: (document ?? ok.body) as EndpointOutput<C> });
  return defineEndpoint<C>({
    contract,
    ...(contract.body && { body: jsonBody }),
    ...options,
    // Avoids a further promise if the document is already available.
    handle: (input, context) => {
      const document = documentOf(input, context);
      return document instanceof Promise ? document.then(toResult) : toResult(document);
    },
  });
};
