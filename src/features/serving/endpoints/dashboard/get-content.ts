import { getContent } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Returns one content. */
export const getContentEndpoint = (responses: LocalContentResponses) =>
  defineEndpoint({
    contract: getContent,
    limit: 'requests',
    handle: ({ params }) => ({ status: 200, body: responses.content(parseContentId(params.id).sha256) }),
  });
