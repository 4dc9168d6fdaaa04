import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseByteRanges } from './byte-range.ts';
import { parseHttpDate } from './http-date.ts';

/** Validators of a file: a strong entity tag and a date in milliseconds. */
export interface Validators {
  etag: string;
  lastModified: number;
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns whether a list of entity tags, which may contain commas, has this one (RFC 9110, 8.8.3.2). */
function names(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  if (!/^[\s,]*(?:(?:W\/)?"[^"]*"(?:\s*,[\s,]*|\s*$))+$/.test(list)) return false;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

/** Throws NodeError `precondition_failed` (RFC 9110, 13.1.1, 13.1.4 and 13.2.2). */
export function checkPreconditions(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): void {
  const match = headers['if-match'];
  const unmodifiedSince = parseHttpDate(headers['if-unmodified-since']);
  const holds =
    match === undefined
      ? unmodifiedSince === undefined || toSeconds(lastModified) <= toSeconds(unmodifiedSince)
      : names(match, etag, 'strong');
  if (!holds) throw new NodeError('precondition_failed', 'http.preconditionFailed');
}

/** Returns whether the client's copy is current (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return names(noneMatch, etag, 'weak');
  const since = parseHttpDate(headers['if-modified-since']);
  return since !== undefined && toSeconds(lastModified) <= toSeconds(since);
}

/** Returns whether `Range` applies: without `If-Range`, or with a strong match (RFC 9110, 13.1.5). */
function rangeApplies(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined || ifRange.trim() === etag) return true;
  const date = parseHttpDate(ifRange);
  return date !== undefined && toSeconds(date) === toSeconds(lastModified);
}

/**
 * Returns the range to send, or undefined for the whole file. Several ranges in one request are answered with the whole
 * file, which RFC 9110 (14.2) allows.
 * @throws NodeError `range_not_satisfiable`
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  validators: Validators,
): ByteRange | undefined {
  const { range } = headers;
  if (range === undefined || !rangeApplies(headers['if-range'] as string | undefined, validators))
    return undefined;
  const ranges = parseByteRanges(range, size);
  if (ranges === 'unsatisfiable') {
    throw new NodeError('range_not_satisfiable', message('http.rangeOutside', { size }), {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  return ranges === 'ignored' || ranges.length !== 1 ? undefined : ranges[0];
}
