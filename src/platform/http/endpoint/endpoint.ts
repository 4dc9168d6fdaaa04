import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointContract, EndpointInput, EndpointOutput } from '../../../contract/endpoint.ts';
import type { ProblemDocument } from '../../../contract/problems.ts';
import type { Caller } from '../../../core/caller.ts';
import type { RequestTarget } from './request-target.ts';

/** What a handler may know of its request besides the validated input. */
export interface RequestContext {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /** The base of links in answers, e.g. `http://127.0.0.1:8471`. */
  baseUrl: string;
  /** Who asks; always there when the contract needs a token. */
  caller: Caller | undefined;
  /** Whom limits per address count the request under: an IPv4 address or an IPv6 /64. */
  address: string;
  /** A signal that is aborted when the client goes away or the node stops. */
  signal(): AbortSignal;
  /** The whole body as text, where the endpoint takes it as text. */
  text: string;
}

/** A JSON answer, or `sent` when the handler wrote the response itself. */
export type Answer<Output> =
  | { status: number; body: Output; headers?: Record<string, string>; after?: () => void }
  | 'sent';

/** How often one address may call: the general limit, or the one for handshakes or for signing in. */
export type LimitName = 'requests' | 'handshakes' | 'sign_in';

/** Whether an endpoint always knows its caller. */
type NeedsToken<C> = C extends { token: 'optional' }
  ? false
  : C extends { scope: string } | { token: 'required' }
    ? true
    : false;

/** An endpoint: its contract, its limit, and what it does. */
export interface Endpoint<C extends EndpointContract = EndpointContract> {
  contract: C;
  limit: LimitName;
  /** The body: read as text by the adapter, or left as a stream to the handler. None: any body is ignored. */
  body?: { as: 'text' | 'stream'; maxBytes: number };
  /** Adds what a problem of this endpoint carries, given the body's text as far as it was read. */
  extendProblem?: (document: ProblemDocument, text: string) => ProblemDocument;
  /** Whether the address itself is what gives access (a capability URL): then it may be asked for by every page. */
  isCapability?: (asked: Pick<Call, 'params' | 'query'>) => boolean;
  handle(
    input: EndpointInput<C>,
    context: RequestContext & { caller: NeedsToken<C> extends true ? Caller : Caller | undefined },
  ): Promise<Answer<EndpointOutput<C>>> | Answer<EndpointOutput<C>>;
}

/** What a request asks of an endpoint: guards judge this, and the handler is given this. */
export interface Call {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  query: RequestTarget['query'];
}

/** The body of every endpoint that takes a JSON document (protocol, section 8). */
export const jsonBody = { as: 'text', maxBytes: 256 * 1024 } as const;

/** The answer of what was done and has nothing to tell. */
export const ok = { status: 200, body: { ok: true } } as const;

/** Keeps the contract's exact type, so that handler and contract are checked against each other. */
export const defineEndpoint = <const C extends EndpointContract>(endpoint: Endpoint<C>): Endpoint =>
  endpoint as unknown as Endpoint;
