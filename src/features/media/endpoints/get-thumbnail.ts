import { getThumbnail } from '../../../contract/dashboard-api/library/media.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { headerList, prepareHeaders } from '../../../platform/http/endpoint/response-headers.ts';
import { storedFilePolicy } from '../../../platform/http/file-responses/stored-file-policy.ts';
import type { MediaService } from '../media-service.ts';

/** Sends a thumbnail to the dashboard. */
export const getThumbnailEndpoint = (media: Pick<MediaService, 'thumbnail'>) =>
  defineEndpoint({
    contract: getThumbnail,
    handle: ({ params, query }, { request, response }) => {
      const { 'sec-fetch-site': site = 'none' } = request.headers;
      if (site !== 'same-origin' && site !== 'none') {
        throw new NodeError('cross_site', 'content.thumbnailForDashboard');
      }
      const { type, bytes } = media.thumbnail(parseContentId(params.id).sha256);
      const headers = headerList({
        'Content-Type': type,
        'Content-Length': bytes.length,
        'Content-Security-Policy': storedFilePolicy,
        'Cache-Control': query.v === undefined ? 'no-cache' : 'private, max-age=31536000, immutable',
      });
      prepareHeaders(response, headers);
      response.end(request.method === 'HEAD' ? undefined : bytes);
      return 'sent' as const;
    },
  });
