import type { Catalogue } from '../../../content/catalogue.ts';
import type { ContentDesk } from '../../../content/content-desk.ts';
import { parseContentId } from '../../../content/content-id.ts';
import type { RecordDocuments } from '../../../content/record-documents.ts';
import { patchOwnContent } from '../../../contract/endpoints/content.ts';
import { defineEndpoint, jsonBody } from '../../endpoint.ts';

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
