import type { IncomingMessage } from 'node:http';
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
  /** The same as text: each segment percent-encoded, preceded by `/`. */
  path: string;
  /** Decoded parameters without duplicates. */
  query: Readonly<Record<string, string>>;
}

const targets = new WeakMap<IncomingMessage, RequestTarget>();

/**
 * Parses the target of a request, and leaves only its path in `request.url`.
 * @throws NodeError `invalid_request` where parsers could disagree on the target
 */
export function readTarget(request: IncomingMessage): RequestTarget {
  const target = parseTarget(request.url ?? '', request.method ?? '');
  request.url = target.path;
  targets.set(request, target);
  return target;
}

/** Returns the target parsed by `readTarget`. */
export function targetOf(request: IncomingMessage): RequestTarget {
  const target = targets.get(request);
  if (!target) throw new Error('The target of this request was not read.');
  return target;
}

/**
 * Refuses segments with encoded separators, which parsers split differently, for unmatched paths and file paths.
 * @throws NodeError `invalid_request`
 */
export function refuseSeparators({ segments }: RequestTarget): void {
  if (segments.some((segment) => /[/\\]/.test(segment))) {
    throw refused('its path has an encoded slash or backslash in it');
  }
}

const noParameters: RequestTarget['query'] = Object.freeze({});

/**
 * Parses a target in origin form, absolute form or, for OPTIONS, asterisk form (RFC 9112, 3.2).
 * @throws NodeError `invalid_request`
 */
export function parseTarget(text: string, method: string): RequestTarget {
  if (text === '*' && method === 'OPTIONS') {
    return { authority: undefined, segments: ['*'], path: '*', query: noParameters };
  }
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('#')) {
    throw refused('it holds a fragment, a space, or a character that has to be percent-encoded');
  }
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/is.exec(text) ?? [undefined, undefined, text];
  if (authority !== undefined && !isHost(authority)) throw refused('it names no host, or a user');
  const origin = authority !== undefined && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!origin.startsWith('/')) {
    throw new NodeError('invalid_request', 'The target of a request is a path that begins with “/”.');
  }
  const end = origin.indexOf('?');
  const path = end < 0 ? origin : origin.slice(0, end);
  if (path.includes('\\')) throw refused('its path has a backslash in it');
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
    if (/^\.{0,2}$/.test(segment)) throw refused('its path has a part that is empty, “.” or “..”');
    if (/[\x00-\x1f\x7f]/.test(segment)) throw refused('its path has a control character in it');
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
    throw refused('it has the same parameter twice');
  }
  return Object.fromEntries(parameters);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('it is not percent-encoded as UTF-8 text is');
  }
}

const refused = (why: string): NodeError =>
  new NodeError('invalid_request', `The target of the request is ambiguous: ${why}.`);
