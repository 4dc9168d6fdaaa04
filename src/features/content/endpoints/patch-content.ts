import { patchOwnContent } from '../../../contract/node-api/content.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../catalogue.ts';
import type { ContentResponses } from '../content-responses.ts';
import type { ContentService } from '../content-service.ts';

export interface PatchServices {
  catalogue: Pick<Catalogue, 'get'>;
  service: Pick<ContentService, 'editAsOwner'>;
  responses: ContentResponses;
}

/** Edits the record of a content that the caller added first. */
export const patchOwnContentEndpoint = ({ catalogue, service, responses }: PatchServices) =>
  jsonEndpoint(patchOwnContent, async ({ params, body }, { caller, baseUrl }) => {
    const { sha256 } = catalogue.get(parseContentId(params.id).sha256);
    const record = await service.editAsOwner(caller.user, sha256, body);
    return await responses.record(record, { viewer: caller.user, baseUrl });
  });
