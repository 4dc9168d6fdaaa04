import { deleteStorage } from '../../../contract/node-api/serving.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../../content/catalogue.ts';
import type { Sealings } from '../../licensing/encryption/encryptions.ts';

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
