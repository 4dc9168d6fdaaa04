import { create as contentDisposition } from 'content-disposition';
import { contentIdOf } from '../../../core/content-id.ts';
import { dispositionFor } from '../../../core/media-type/media-type.ts';
import type { RequestContext } from '../../../platform/http/endpoint/endpoint.ts';
import {
  checkPreconditions,
  isNotModified,
  requestedRange,
} from '../../../platform/http/file-responses/conditions.ts';
import { PacedOutput } from '../../../platform/http/file-responses/paced-output.ts';
import { hostileContentPolicy } from '../../../platform/http/guards/hostile-content.ts';
import type { Pace } from '../../../platform/net/bandwidth.ts';
import type { LicensedContents, OpenedContent } from '../../licensing/licensed-contents.ts';

/** What a link to a content that is sold asks for. */
export interface LinkedRequest {
  sha256: Buffer;
  access: string;
  /** Whether as an attachment, where it may be one. */
  download: boolean;
}

/** Sends the plain bytes that a link gives access to. No cache keeps them. */
export async function answerLink(
  licensed: Pick<LicensedContents, 'open'>,
  { sha256, access, download }: LinkedRequest,
  { request, response }: RequestContext,
  pace: Pace | undefined,
): Promise<'sent'> {
  const opened = await licensed.open(sha256, access);
  try {
    const { size, createdAt, etag } = opened;
    const validators = { etag: `"${etag}"`, lastModified: createdAt };
    const headers = describe(opened, sha256, download);
    checkPreconditions(request.headers, validators);
    if (isNotModified(request.headers, validators)) {
      response.writeHead(304, { ETag: validators.etag, 'Cache-Control': notKept }).end();
      return 'sent';
    }
    if (request.method === 'HEAD') {
      response.writeHead(200, { ...headers, 'Content-Length': size }).end();
      return 'sent';
    }
    const range = requestedRange(request.headers, size, validators);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
    if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    response.statusCode = range ? 206 : 200;
    await opened.sendTo(pace ? new PacedOutput(response, pace) : response, range);
    return 'sent';
  } finally {
    await opened.close();
  }
}

const notKept = 'private, no-store';

function describe(opened: OpenedContent, sha256: Buffer, download: boolean): Record<string, string> {
  const { contentType, downloadable, createdAt, etag } = opened;
  const asFile = downloadable && (download || dispositionFor(contentType) === 'attachment');
  return {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(opened.name || contentIdOf(sha256), {
      type: asFile ? 'attachment' : 'inline',
    }),
    'Content-Security-Policy': hostileContentPolicy,
    'Cache-Control': notKept,
    'Accept-Ranges': 'bytes',
    ETag: `"${etag}"`,
    'Last-Modified': new Date(createdAt).toUTCString(),
  };
}
