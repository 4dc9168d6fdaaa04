import { getCover } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { headerList, prepareHeaders } from '../../../../platform/http/endpoint/response-headers.ts';
import { hostileContentPolicy } from '../../../../platform/http/guards/hostile-content.ts';
import type { Catalogue, Covers } from '../../../content/index.ts';

interface CoverServices {
  catalogue: Pick<Catalogue, 'sendTo'>;
  covers: Pick<Covers, 'find'>;
}

/** Sends a cover to the dashboard, but no other stored content. */
export const getCoverEndpoint = ({ catalogue, covers }: CoverServices) =>
  defineEndpoint({
    contract: getCover,
    handle: async ({ params }, { request, response }) => {
      const { 'sec-fetch-site': site = 'none' } = request.headers;
      if (site !== 'same-origin' && site !== 'none') {
        throw new NodeError('cross_site', 'content.coverForDashboard');
      }
      const cover = await covers.find(parseContentId(params.id).sha256);
      if (!cover) throw new NodeError('content_not_found', 'content.coverNotFound');
      const headers = headerList({
        'Content-Type': cover.type,
        'Content-Length': cover.content.size,
        'Content-Security-Policy': hostileContentPolicy,
        'Cache-Control': 'private, max-age=3600',
      });
      prepareHeaders(response, headers);
      if (request.method === 'HEAD') response.end();
      else await catalogue.sendTo(response, cover.content);
      return 'sent' as const;
    },
  });
