import type { Catalogue } from '../../../content/catalogue.ts';
import { parseContentId } from '../../../content/content-id.ts';
import { deleteStorage } from '../../../contract/endpoints/storage.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** Takes back what the caller has stored. */
export const deleteStorageEndpoint = (catalogue: Pick<Catalogue, 'leave'>) =>
  defineEndpoint({
    contract: deleteStorage,
    limit: 'requests',
    handle: async ({ params }, { caller }) => ({
      status: 200,
      body: { deleted: await catalogue.leave(parseContentId(params.id).sha256, caller.user) },
    }),
  });
