import type * as z from 'zod';
import type { RequestHeader, ResponseHeader } from './headers.ts';
import type { ProblemCode } from './problems.ts';
import type { Scope } from './scopes.ts';

/** One possible response: a JSON document, or bytes of the given media type. */
export interface ResponseContract {
  description: string;
  schema?: z.ZodType;
  /** Set if the response is not JSON. */
  mediaType?: string;
  /** In addition to the headers of every response. */
  headers?: readonly ResponseHeader[];
}

/** Input and output of an endpoint: provides the types of server, client and tests, and its OpenAPI operation. */
export interface EndpointContract {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with parameters as in OpenAPI: `/api/v1/storage/{id}`. */
  path: string;
  /** Further paths of the same endpoint. */
  aliases?: readonly string[];
  summary: string;
  description?: string;
  /** Still works, but is deprecated since that time, in Unix seconds (RFC 9745). */
  deprecated?: { since: number };
  /** The scope that a token needs. Without `scope` and `token` the endpoint is open. */
  scope?: Scope;
  /** `required`: any token of this node; `optional`: open, but a token that is sent must be valid. */
  token?: 'required' | 'optional';
  /** Web pages of every origin may read it, on private nodes too. */
  anyOrigin?: true;
  params?: z.ZodType<Record<string, string>>;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** Headers with the meaning that HTTP defines. */
  httpHeaders?: readonly RequestHeader[];
  /** A `json` schema, or the media types of a body that the handler reads itself. */
  body?: { schema: z.ZodType } | { mediaTypes: readonly string[]; schema?: z.ZodType };
  responses: Readonly<Record<number, ResponseContract>>;
  /** In addition to the problems of any endpoint, and of any with a body or token. */
  problems?: readonly ProblemCode[];
  /** Additional members of its problem documents. */
  problemMembers?: z.ZodType;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Input of a handler, validated. */
export interface EndpointInput<C extends EndpointContract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: C['body'] extends { schema: infer S; mediaTypes?: never } ? Parsed<S> : undefined;
}

/** The JSON documents that an endpoint may return. */
export type EndpointOutput<C extends EndpointContract> = {
  [S in keyof C['responses']]: C['responses'][S] extends { schema: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : never;
}[keyof C['responses']];
