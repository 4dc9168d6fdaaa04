import type * as z from 'zod';
import type { EndpointContract } from '../src/contract/endpoint.ts';
import { AlcoveError, noResponse, notUnderstood, parseJson, refusal } from './alcove-error.ts';
import { withRetries } from './retry.ts';
import { type OnProgress, type OutgoingRequest, send } from './send.ts';

/** The input type of a schema: a number if the schema also accepts a number as text. */
type Given<S extends z.ZodType> =
  z.input<S> extends Record<string, unknown>
    ? { [K in keyof z.input<S>]: unknown extends z.input<S>[K] ? Value<z.output<S>, K> : z.input<S>[K] }
    : z.input<S>;
type Value<O, K> = K extends keyof O ? O[K] : never;

type Part<Name extends string, S> = S extends z.ZodType
  ? Partial<Given<S>> extends Given<S>
    ? { [N in Name]?: Given<S> }
    : { [N in Name]: Given<S> }
  : unknown;

type BodyPart<B> = B extends { mediaTypes: readonly string[] }
  ? { body: Blob | ReadableStream<Uint8Array> | string }
  : B extends { schema: infer S extends z.ZodType }
    ? { body: z.input<S> }
    : unknown;

/** The input of an endpoint: exactly the parts that its contract names. */
export type CallInput<C extends EndpointContract> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'headers', C['headers']> &
  BodyPart<C['body']>;

/** The JSON documents in responses of an endpoint. */
export type CallOutput<C extends EndpointContract> = {
  [S in keyof C['responses']]: C['responses'][S] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never;
}[keyof C['responses']];

export interface CallOptions {
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
  /** Additional headers, e.g. `Range`. */
  headers?: Record<string, string>;
  /** Lets a browser send the request even if its page is closed meanwhile; the body is at most 64 KiB. */
  keepalive?: boolean;
}

export interface CallerOptions {
  /** The node's origin; empty for the page's own. */
  url: string;
  token?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/** Calls endpoints by their contracts. */
export interface Caller {
  /**
   * Resolves with the JSON document of the response, validated by its schema.
   * @throws AlcoveError, or the signal's reason
   */
  call<C extends EndpointContract>(
    contract: C,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<CallOutput<C>>;
  /** Resolves with the successful response, for endpoints that return bytes or headers. */
  request<C extends EndpointContract>(
    contract: C,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<Response>;
}

/** The parts of the input of any call. */
interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

/** Creates the calls of one node; a call that fails rejects with an AlcoveError. */
export function createCaller(options: CallerOptions): Caller {
  const base = options.url.replace(/(?<!\/)\/+$/, '');
  // Called through `globalThis`, because pages may replace `fetch` later.
  const fetchIt: typeof fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));

  const request: Caller['request'] = (contract, input, callOptions = {}) => {
    const { signal } = callOptions;
    const outgoing = toOutgoing(base, options.token, contract, input as AnyInput, callOptions);
    const attempt = async () => {
      const response = await send(outgoing, fetchIt).catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : noResponse(cause);
      });
      if (!response.ok) throw await refusal(response);
      return response;
    };
    // A stream can be sent only once.
    if (outgoing.body instanceof ReadableStream) return attempt();
    const changesNothing = contract.method === 'GET' || contract.method === 'HEAD';
    return withRetries(attempt, { changesNothing, signal });
  };

  return {
    request,
    call: async (contract, input, callOptions) => {
      const response = await request(contract, input, callOptions);
      const text = await response.text().catch((cause: unknown) => {
        throw callOptions?.signal?.aborted ? callOptions.signal.reason : noResponse(cause);
      });
      return understand(contract, response.status, text);
    },
  };
}

function understand<C extends EndpointContract>(contract: C, status: number, text: string): CallOutput<C> {
  const schema = contract.responses[status]?.schema;
  if (!schema) throw notUnderstood(status);
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data as CallOutput<C>;
  throw notUnderstood(
    status,
    parsed.error.issues.slice(0, 3).map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

function toOutgoing(
  base: string,
  token: string | undefined,
  contract: EndpointContract,
  { params = {}, query = {}, headers = {}, body }: AnyInput,
  options: CallOptions,
): OutgoingRequest {
  const isJson = contract.body !== undefined && !('mediaTypes' in contract.body);
  const expectsJson = Object.values(contract.responses).some(({ schema }) => schema);
  const given = { ...headers, ...options.headers };
  return {
    method: contract.method,
    url: `${base}${pathOf(contract.path, params)}${searchOf(query)}`,
    headers: {
      Accept: expectsJson ? 'application/json' : '*/*',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(
        Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    },
    body: isJson ? JSON.stringify(body) : ((body ?? null) as OutgoingRequest['body']),
    signal: options.signal,
    onProgress: options.onProgress,
    keepalive: options.keepalive ?? false,
  };
}

function pathOf(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    // These values would change the path.
    if (value === '' || value === '.' || value === '..') throw unusable(name, value);
    return encodeURIComponent(value);
  });
}

const unusable = (name: string, value: string): AlcoveError =>
  new AlcoveError({
    failure: 'refused',
    title: 'Invalid request',
    detail: `“${value}” cannot be the ${name} in a path.`,
    code: 'invalid_request',
  });

function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
