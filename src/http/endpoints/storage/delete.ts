import type { Catalogue } from '../../../content/catalogue.ts';
import { parseContentId } from '../../../content/content-id.ts';
import type { Sealings } from '../../../content/licensed/sealings.ts';
import { deleteStorage } from '../../../contract/endpoints/storage.ts';
import { defineEndpoint } from '../../endpoint.ts';

export interface DeleteServices {
  catalogue: Pick<Catalogue, 'leave'>;
  sealings: Pick<Sealings, 'checkRemoval'>;
}

/** Takes back what the caller has stored. */
export const deleteStorageEndpoint = ({ catalogue, sealings }: DeleteServices) =>
  defineEndpoint({
    contract: deleteStorage,
    limit: 'requests',
    handle: async ({ params }, { caller }) => {
      const { sha256 } = parseContentId(params.id);
      sealings.checkRemoval(sha256);
      return { status: 200, body: { deleted: await catalogue.leave(sha256, caller.user) } };
    },
  });
