import { patchCopy } from '../../../../contract/dashboard-api/discovery.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { NodeError } from '../../../../core/node-error.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CopyStore } from '../../../storage/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Pins a copy, or makes it evictable. */
export const patchCopyEndpoint = (copies: Pick<CopyStore, 'pin'>, responses: LocalContentResponses) =>
  jsonEndpoint(patchCopy, async ({ params, body }) => {
    const { sha256 } = parseContentId(params.id);
    if (!(await copies.pin(sha256, body.pinned))) throw new NodeError('content_not_found', 'storage.noCopy');
    return responses.content(sha256);
  });
