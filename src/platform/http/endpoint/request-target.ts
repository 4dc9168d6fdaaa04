import type { IncomingMessage } from 'node:http';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** The target of a request, parsed once, so that guards, routers and handlers agree on it. */
export interface RequestTarget {
  /** The host and port of an absolute target. */
  authority: string | undefined;
  /**
   * Decoded segments of the path. None is empty, `.` or `..`; a trailing slash is ignored. A segment with encoded
   * slashes matches only a parameter.
   */
  segments: readonly string[];
  /** The same path as text: each segment percent-encoded, preceded by `/`. */
  path: string;
  /** Decoded parameters without duplicates. */
  query: Readonly<Record<string, string>>;
}

const parsed = Symbol('parsed target');

/**
 * The request itself stores its target: a WeakMap would keep its values through the garbage collections of young
 * objects.
 */
type ParsedRequest = IncomingMessage & { [parsed]?: RequestTarget };

/** Parses the target into `request.url`; throws NodeError `invalid_request` where parsers could disagree. */
export function readTarget(request: ParsedRequest): RequestTarget {
  const target = parseTarget(request.url ?? '', request.method ?? '');
  request.url = target.path;
  request[parsed] = target;
  return target;
}

/** Returns the target parsed by `readTarget`. */
export function targetOf(request: ParsedRequest): RequestTarget {
  const target = request[parsed];
  if (!target) throw new Error('The target of this request was not read.');
  return target;
}

/** Throws NodeError `invalid_request` for encoded separators, which parsers of file paths split differently. */
export function refuseSeparators({ segments }: RequestTarget): void {
  if (segments.some((segment) => /[/\\]/.test(segment))) throw refused('http.pathSeparator');
}

const noParameters: RequestTarget['query'] = Object.freeze({});

/** The usual paths, which need no decoding and are their own normal form. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+$/;

/** Parses a target in a form of RFC 9112, 3.2; throws NodeError `invalid_request`. */
export function parseTarget(text: string, method: string): RequestTarget {
  if (text === '*' && method === 'OPTIONS') {
    return { authority: undefined, segments: ['*'], path: '*', query: noParameters };
  }
  if (plainPath.test(text)) {
    return { authority: undefined, segments: text.slice(1).split('/'), path: text, query: noParameters };
  }
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('#')) throw refused('http.targetCharacters');
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/is.exec(text) ?? [undefined, undefined, text];
  if (authority !== undefined && !isHost(authority)) throw refused('http.targetHost');
  const origin = authority !== undefined && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!origin.startsWith('/')) throw refused('http.targetNotPath');
  const end = origin.indexOf('?');
  const path = end < 0 ? origin : origin.slice(0, end);
  if (path.includes('\\')) throw refused('http.pathBackslash');
  const segments = segmentsOf(path);
  return {
    authority,
    segments,
    path: `/${segments.map(encodeURIComponent).join('/')}`,
    query: end < 0 ? noParameters : parametersOf(origin.slice(end)),
  };
}

const isHost = (authority: string): boolean =>
  /^[\w.:[\]-]+$/.test(authority) && URL.canParse(`http://${authority}`);

function segmentsOf(path: string): string[] {
  const parts = path.slice(1).split('/');
  if (parts.at(-1) === '') parts.pop();
  return parts.map((part) => {
    const segment = part.includes('%') ? decoded(part) : part;
    if (/^\.{0,2}$/.test(segment)) throw refused('http.pathSegment');
    if (/[\x00-\x1f\x7f]/.test(segment)) throw refused('http.pathControl');
    return segment;
  });
}

/** @param search begins with its question mark */
function parametersOf(search: string): Record<string, string> {
  // The parser below would keep or replace malformed sequences.
  decoded(search);
  // The parser drops one leading question mark, so it must be present.
  const parameters = [...new URLSearchParams(search)];
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) {
    throw refused('http.targetDuplicate');
  }
  return Object.fromEntries(parameters);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('http.targetEncoding');
  }
}

const refused = (text: ConstantMessageId): NodeError => new NodeError('invalid_request', text);
