import { patchContent } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../../content/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Edits the record of a content. */
export const patchContentEndpoint = (
  service: Pick<ContentService, 'edit'>,
  responses: LocalContentResponses,
) =>
  jsonEndpoint(patchContent, async ({ params, body }) => {
    const { sha256 } = await service.edit(parseContentId(params.id).sha256, body);
    return responses.content(sha256);
  });
