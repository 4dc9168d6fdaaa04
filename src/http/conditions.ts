import type { IncomingHttpHeaders } from 'node:http';
import parseRange from 'range-parser';
import { NodeError } from '../core/node-error.ts';

/** What conditions are checked against: a strong validator and a date in milliseconds. */
export interface Validators {
  etag: string;
  lastModified: number;
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Whether the client's copy is current (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    return noneMatch.trim() === '*' || noneMatch.split(',').some((tag) => opaque(tag) === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && toSeconds(lastModified) <= toSeconds(since);
}

/** Whether `Range` counts: without `If-Range`, or when it names what is stored, strongly (RFC 9110, 13.1.5). */
function rangeApplies(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.trim().startsWith('"')) return ifRange.trim() === etag;
  const date = Date.parse(ifRange);
  return (
    !ifRange.trim().startsWith('W/') && !Number.isNaN(date) && toSeconds(date) === toSeconds(lastModified)
  );
}

/** More last bytes than there are mean all of them (RFC 9110, 14.1.2); the parser takes them for none. */
const lastBytes = (range: string, size: number): string =>
  range.replace(
    /([=,]\s*-)(\d+)/g,
    (_, before: string, count: string) => before + Math.min(Number(count), size),
  );

/**
 * The one range to send; undefined for the whole. Several ranges in one request are answered as the
 * whole, which RFC 9110 (14.2) allows.
 * @throws NodeError `range_not_satisfiable`
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  validators: Validators,
): { start: number; end: number } | undefined {
  const { range } = headers;
  if (range === undefined || !rangeApplies(headers['if-range'] as string | undefined, validators))
    return undefined;
  const ranges = parseRange(size, lastBytes(range, size), { combine: true });
  if (ranges === -1) {
    throw new NodeError('range_not_satisfiable', `The content has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}
