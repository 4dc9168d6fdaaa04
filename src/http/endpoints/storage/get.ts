import { create as contentDisposition } from 'content-disposition';
import type { Catalogue, Content } from '../../../content/catalogue.ts';
import { contentIdOf, dispositionFor, parseContentId } from '../../../content/content-id.ts';
import { getStorage, headStorage } from '../../../contract/endpoints/storage.ts';
import { checkPreconditions, isNotModified, requestedRange } from '../../conditions.ts';
import { defineEndpoint, type RequestContext } from '../../endpoint.ts';

/**
 * A stored file may be hostile: it must never run as a page of this origin, whatever it claims to be.
 * `sandbox` takes its origin away, `default-src 'none'` its reach; the rest lets a browser's own viewers
 * show pictures, sound and film.
 */
const hostileContentPolicy =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

function describe(content: Content, download: boolean): Record<string, string> {
  const name = content.name || contentIdOf(content.sha256);
  return {
    'Content-Type': content.contentType,
    'Content-Disposition': contentDisposition(name, {
      type: download ? 'attachment' : dispositionFor(content.contentType),
    }),
    'Content-Security-Policy': hostileContentPolicy,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${content.sha256.toString('hex')}"`,
    'Last-Modified': new Date(content.createdAt).toUTCString(),
    'Repr-Digest': `sha-256=:${content.sha256.toString('base64')}:`,
  };
}

type Finder = Pick<Catalogue, 'get' | 'sendTo'>;

async function answer(
  catalogue: Finder,
  id: string,
  download: boolean,
  context: RequestContext,
): Promise<'sent'> {
  const { request, response } = context;
  const content = catalogue.get(parseContentId(id).sha256);
  const headers = describe(content, download);
  const validators = { etag: headers.ETag as string, lastModified: content.createdAt };
  checkPreconditions(request.headers, validators);
  if (isNotModified(request.headers, validators)) {
    const { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy } = headers;
    response.writeHead(304, { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy }).end();
    return 'sent';
  }
  if (request.method === 'HEAD') {
    response.writeHead(200, { ...headers, 'Content-Length': content.size }).end();
    return 'sent';
  }
  const range = requestedRange(request.headers, content.size, validators);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : content.size);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${content.size}`);
  response.statusCode = range ? 206 : 200;
  await catalogue.sendTo(response, content, range);
  return 'sent';
}

/** 10. The bytes of a content. */
export const getStorageEndpoint = (catalogue: Finder) =>
  defineEndpoint({
    contract: getStorage,
    limit: 'requests',
    handle: ({ params, query }, context) => answer(catalogue, params.id, query.download === '1', context),
  });

/** 10. The same without the bytes. */
export const headStorageEndpoint = (catalogue: Finder) =>
  defineEndpoint({
    contract: headStorage,
    limit: 'requests',
    handle: ({ params, query }, context) => answer(catalogue, params.id, query.download === '1', context),
  });
