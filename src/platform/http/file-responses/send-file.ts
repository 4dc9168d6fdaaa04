import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import type { Pace } from '../../net/transfers/bandwidth.ts';
import type { RequestContext } from '../endpoint/endpoint.ts';
import { type HeaderList, headerList, prepareHeaders } from '../endpoint/response-headers.ts';
import { checkPreconditions, isNotModified, requestedRange, type Validators } from './conditions.ts';
import { PacedOutput } from './paced-output.ts';
import { storedFilePolicy } from './stored-file-policy.ts';

export interface FileFacts {
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
}

/** A file with the headers of its responses. */
export interface SentFile {
  size: number;
  validators: Validators;
  /** Headers of a response without the bytes. */
  unchanged: Readonly<HeaderList>;
  headers: Readonly<HeaderList>;
}

/** Prepares the responses with a file; building its headers takes longer than sending a small one. */
export function describeFile(facts: FileFacts): SentFile {
  const { size, createdAt, disposition, digest } = facts;
  const etag = `"${facts.etag}"`;
  const unchanged = {
    ETag: etag,
    'Cache-Control': facts.cacheControl,
    'Content-Security-Policy': storedFilePolicy,
  };
  const headers = {
    'Content-Type': facts.contentType,
    'Content-Disposition': contentDisposition(facts.name, { type: disposition }),
    ...unchanged,
    'Accept-Ranges': 'bytes',
    'Last-Modified': new Date(createdAt).toUTCString(),
    ...(digest && { 'Repr-Digest': `sha-256=:${digest.toString('base64')}:` }),
  };
  return {
    size,
    validators: { etag, lastModified: createdAt },
    unchanged: headerList(unchanged),
    headers: headerList(headers),
  };
}

/**
 * Responds to a GET or HEAD request with a file: conditions (RFC 9110, 13), ranges (14) and the headers for untrusted
 * content.
 * @param sendTo sends the bytes or a range of them, and ends `out`
 * @param pace limits the speed; undefined: unlimited
 */
export async function sendFile(
  { size, validators, unchanged, headers }: SentFile,
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  sendTo: (out: Writable, range: ByteRange | undefined) => Promise<void>,
  pace: Pace | undefined,
): Promise<'sent'> {
  checkPreconditions(request.headers, validators);
  if (isNotModified(request.headers, validators)) {
    endWithHead(response, 304, unchanged);
    return 'sent';
  }
  if (request.method === 'HEAD') {
    endWithHead(response, 200, [...headers, 'Content-Length', size]);
    return 'sent';
  }
  const range = requestedRange(request.headers, size, validators);
  const length = range ? range.end - range.start + 1 : size;
  const place = range ? ['Content-Range', `bytes ${range.start}-${range.end}/${size}`] : [];
  prepareHeaders(response, [...headers, 'Content-Length', length, ...place]);
  response.statusCode = range ? 206 : 200;
  await sendTo(pace ? new PacedOutput(response, pace) : response, range);
  return 'sent';
}

function endWithHead(response: ServerResponse, status: number, headers: Readonly<HeaderList>): void {
  prepareHeaders(response, headers);
  response.writeHead(status).end();
}
