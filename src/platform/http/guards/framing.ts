import type { IncomingMessage } from 'node:http';
import { NodeError } from '../../../core/node-error.ts';
import { readTarget } from '../endpoint/request-target.ts';

/**
 * Validates the framing of a message before it is routed: one host, a target on this node, and a body without
 * encodings, which would be stored undecoded.
 * @throws NodeError `invalid_request`, `not_implemented`
 */
export function checkFraming(request: IncomingMessage): void {
  const hosts = countOf('host', request.rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new NodeError('invalid_request', 'http.hostNotOnce');
  }
  const { authority } = readTarget(request);
  // The host of an absolute target replaces the header (RFC 9112, 3.2.2), so that all guards check the same host.
  if (authority !== undefined) request.headers.host = authority;
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw new NodeError('not_implemented', 'http.transferCoding');
  }
}

/** Counts headers of a name, without collecting all of them by name. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count;
}
