import type { IncomingMessage, ServerResponse } from 'node:http';
import { responseHeaders } from '../../../contract/headers.ts';
import { NodeError } from '../../../core/node-error.ts';
import { addHeaders } from '../endpoint/response-headers.ts';

const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Digest',
  'Range',
  'Repr-Digest',
  'If-Range',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
  'X-File-Name',
  'X-Chunk-Start',
  'X-Last-Chunk',
  'X-Upload-ID',
].join(', ');

/** Headers that scripts may always read (Fetch Standard, CORS-safelisted response-header names). */
const safelisted = ['Cache-Control', 'Content-Length', 'Last-Modified'];

const exposedHeaders = Object.keys(responseHeaders)
  .filter((name) => !safelisted.includes(name))
  .join(', ');

/** Decides which web pages may read responses of the node API. Credentials are never allowed: there are no cookies. */
export class Cors {
  readonly #isAllowed: (origin: string) => boolean;

  constructor(isAllowed: (origin: string) => boolean) {
    this.#isAllowed = isAllowed;
  }

  allows(origin: string | undefined): boolean {
    return origin !== undefined && this.#isAllowed(origin);
  }

  /**
   * Sets the CORS headers and answers a preflight.
   * @param anyOrigin whether every page may read the response
   * @returns whether the request was a preflight and is answered
   * @throws NodeError `origin_not_allowed` for a preflight from another origin
   */
  apply(request: IncomingMessage, response: ServerResponse, anyOrigin: boolean): boolean {
    const { origin } = request.headers;
    const allowed = this.allows(origin);
    addHeaders(response, ['Vary', 'Origin']);
    if (anyOrigin || allowed) {
      const reader = anyOrigin ? '*' : (origin as string);
      addHeaders(response, ['Access-Control-Allow-Origin', reader]);
      addHeaders(response, ['Access-Control-Expose-Headers', exposedHeaders]);
    }
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
    if (!anyOrigin && !allowed) throw new NodeError('origin_not_allowed', 'http.originNotAllowed');
    const isPrivate = allowed && request.headers['access-control-request-private-network'] === 'true';
    response
      .writeHead(204, {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': '600',
        ...(isPrivate && { 'Access-Control-Allow-Private-Network': 'true' }),
      })
      .end();
    return true;
  }
}
