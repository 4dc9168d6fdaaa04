import { deleteStorage } from '../../../contract/node-api/serving.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Catalogue } from '../../content/index.ts';
import type { Encryptions } from '../../licensing/index.ts';

export interface DeleteServices {
  catalogue: Pick<Catalogue, 'removeOwner'>;
  encryptions: Pick<Encryptions, 'checkRemoval'>;
}

/** Removes the caller from the owners of a content. */
export const deleteStorageEndpoint = ({ catalogue, encryptions }: DeleteServices) =>
  jsonEndpoint(deleteStorage, async ({ params }, { caller }) => {
    const { sha256 } = parseContentId(params.id);
    encryptions.checkRemoval(sha256);
    return { deleted: await catalogue.removeOwner(sha256, caller.user) };
  });
