import type { Writable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import type { Pace } from '../../net/transfers/bandwidth.ts';
import type { RequestContext } from '../endpoint/endpoint.ts';
import { hostileContentPolicy } from '../guards/hostile-content.ts';
import { checkPreconditions, isNotModified, requestedRange } from './conditions.ts';
import { PacedOutput } from './paced-output.ts';

export interface SentFile {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** In milliseconds. */
  createdAt: number;
  /** Without quotes. */
  etag: string;
  disposition: 'inline' | 'attachment';
  cacheControl: string;
  /** SHA-256 of the whole file, if the response includes it. */
  digest?: Buffer;
  /** Sends the bytes or a range of them, and ends `out`. */
  sendTo(out: Writable, range: ByteRange | undefined): Promise<void>;
}

/**
 * Answers a GET or HEAD request with a file: conditions (RFC 9110, 13), ranges (14) and the headers for untrusted
 * content.
 * @param pace limits the speed; undefined: unlimited
 */
export async function sendFile(
  file: SentFile,
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  pace: Pace | undefined,
): Promise<'sent'> {
  const headers = headersOf(file);
  const validators = { etag: headers.ETag, lastModified: file.createdAt };
  checkPreconditions(request.headers, validators);
  if (isNotModified(request.headers, validators)) {
    const { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy } = headers;
    response.writeHead(304, { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy }).end();
    return 'sent';
  }
  if (request.method === 'HEAD') {
    response.writeHead(200, { ...headers, 'Content-Length': file.size }).end();
    return 'sent';
  }
  const range = requestedRange(request.headers, file.size, validators);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : file.size);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  response.statusCode = range ? 206 : 200;
  await file.sendTo(pace ? new PacedOutput(response, pace) : response, range);
  return 'sent';
}

const headersOf = ({ name, contentType, disposition, cacheControl, etag, createdAt, digest }: SentFile) => ({
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(name, { type: disposition }),
  'Content-Security-Policy': hostileContentPolicy,
  'Cache-Control': cacheControl,
  'Accept-Ranges': 'bytes',
  ETag: `"${etag}"`,
  'Last-Modified': new Date(createdAt).toUTCString(),
  ...(digest && { 'Repr-Digest': `sha-256=:${digest.toString('base64')}:` }),
});
