import { getContent } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Returns one content. */
export const getContentEndpoint = (responses: LocalContentResponses) =>
  jsonEndpoint(getContent, ({ params }) => responses.content(parseContentId(params.id).sha256));
