import type * as z from 'zod';
import type { RequestHeader, ResponseHeader } from './headers.ts';
import type { ProblemCode } from './problems.ts';
import type { Scope } from './scopes.ts';

/** One possible answer: a JSON document, or bytes of the given media type. */
export interface AnswerContract {
  description: string;
  schema?: z.ZodType;
  /** Where the answer is not JSON. */
  mediaType?: string;
  /** Besides those of every answer. */
  headers?: readonly ResponseHeader[];
}

/** What an endpoint takes and gives: types server, client and tests, and becomes its OpenAPI operation. */
export interface EndpointContract {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters as in OpenAPI: `/api/v1/storage/{id}`. */
  path: string;
  /** Further paths of the same endpoint. */
  aliases?: readonly string[];
  summary: string;
  description?: string;
  /** Still works, but clients should move on; since that time, in Unix seconds (RFC 9745). */
  deprecated?: { since: number };
  /** The right that a token needs. Without `scope` and `token` the endpoint is open. */
  scope?: Scope;
  /** `required`: any token of this node; `optional`: open, but a token that is sent must be good. */
  token?: 'required' | 'optional';
  /** Web pages of every origin may read it, on private nodes too. */
  anyOrigin?: true;
  params?: z.ZodType<Record<string, string>>;
  query?: z.ZodType;
  headers?: z.ZodType;
  /** Headers that count as HTTP defines them. */
  httpHeaders?: readonly RequestHeader[];
  /** `json` schema; or the media types of a body that the handler reads itself. */
  body?: { schema: z.ZodType } | { mediaTypes: readonly string[]; schema?: z.ZodType };
  answers: Readonly<Record<number, AnswerContract>>;
  /** Besides those that any endpoint may answer with. */
  problems: readonly ProblemCode[];
  /** What its problem documents carry besides. */
  problemMembers?: z.ZodType;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets, validated. */
export interface EndpointInput<C extends EndpointContract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: C['body'] extends { schema: infer S; mediaTypes?: never } ? Parsed<S> : undefined;
}

/** The JSON documents that an endpoint may answer with. */
export type EndpointOutput<C extends EndpointContract> = {
  [S in keyof C['answers']]: C['answers'][S] extends { schema: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : never;
}[keyof C['answers']];
