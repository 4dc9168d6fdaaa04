import { createHash } from 'node:crypto';
import type { RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import { addHeaders } from '../../platform/http/endpoint/response-headers.ts';
import { isNotModified } from '../../platform/http/file-responses/conditions.ts';
import type { Html } from '../../platform/http/pages/html.ts';
import { stylesheet } from './page/stylesheet.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Policy of a page without scripts that shows only files of its own node. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  `style-src 'sha256-${sha256(stylesheet)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Sent {
  status: number;
  /** Whether search engines may list it. */
  isListed: boolean;
  headers?: Record<string, string>;
}

/** Sends a page, or 304 where the browser has it. */
export function sendPage(
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  page: Html,
  { status, isListed, headers }: Sent,
): void {
  addHeaders(response, ['Vary', 'Accept-Language']);
  const own = {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    ...(!isListed && { 'X-Robots-Tag': 'noindex' }),
    ...headers,
  };
  const etag = status === 200 ? `"${sha256(page.text)}"` : undefined;
  // The time of the last change is unknown, so only entity tags are compared.
  if (etag && isNotModified(request.headers, { etag, lastModified: Number.POSITIVE_INFINITY })) {
    response.writeHead(304, { ...own, ETag: etag }).end();
    return;
  }
  response.writeHead(status, {
    ...own,
    ...(etag && { ETag: etag }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page.text),
  });
  response.end(request.method === 'HEAD' ? undefined : page.text);
}
