import { getCover } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { headerList, prepareHeaders } from '../../../../platform/http/endpoint/response-headers.ts';
import { storedFilePolicy } from '../../../../platform/http/file-responses/stored-file-policy.ts';
import type { Catalogue, CoverCache, Covers } from '../../../content/index.ts';

interface CoverServices {
  catalogue: Pick<Catalogue, 'sendTo'>;
  covers: Pick<Covers, 'find'>;
  fetchedCovers: Pick<CoverCache, 'find'>;
}

/** Sends a cover to the dashboard, but no other stored content. */
export const getCoverEndpoint = ({ catalogue, covers, fetchedCovers }: CoverServices) =>
  defineEndpoint({
    contract: getCover,
    handle: async ({ params }, { request, response }) => {
      const { 'sec-fetch-site': site = 'none' } = request.headers;
      if (site !== 'same-origin' && site !== 'none') {
        throw new NodeError('cross_site', 'content.coverForDashboard');
      }
      const { sha256 } = parseContentId(params.id);
      const stored = await covers.find(sha256);
      const fetched = stored ? undefined : fetchedCovers.find(sha256);
      const cover = stored ?? fetched;
      if (!cover) throw new NodeError('content_not_found', 'content.coverNotFound');
      const headers = headerList({
        'Content-Type': cover.type,
        'Content-Length': stored?.content.size ?? fetched?.bytes.length,
        'Content-Security-Policy': storedFilePolicy,
        'Cache-Control': 'private, max-age=3600',
      });
      prepareHeaders(response, headers);
      if (stored && request.method !== 'HEAD') await catalogue.sendTo(response, stored.content);
      else response.end(request.method === 'HEAD' ? undefined : fetched?.bytes);
      return 'sent' as const;
    },
  });
