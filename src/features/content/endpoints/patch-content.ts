import { patchOwnContent } from '../../../contract/node-api/content.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../catalogue.ts';
import type { RecordDocuments } from '../content-responses.ts';
import type { ContentDesk } from '../content-service.ts';

export interface PatchServices {
  catalogue: Pick<Catalogue, 'get'>;
  desk: Pick<ContentDesk, 'editAs'>;
  documents: RecordDocuments;
}

/** Changes what its uploader says about a content. */
export const patchOwnContentEndpoint = ({ catalogue, desk, documents }: PatchServices) =>
  defineEndpoint({
    contract: patchOwnContent,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ params, body }, { caller, baseUrl }) => {
      const { sha256 } = catalogue.get(parseContentId(params.id).sha256);
      const record = await desk.editAs(caller.user, sha256, body);
      return { status: 200, body: await documents.record(record, { viewer: caller.user, baseUrl }) };
    },
  });
