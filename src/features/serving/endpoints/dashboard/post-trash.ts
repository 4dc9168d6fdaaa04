import { postTrash } from '../../../../contract/dashboard-api/library/trash.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Trash } from '../../../content/index.ts';
import type { Encryptions } from '../../../licensing/index.ts';
import { forEachContent } from '../../content-batch.ts';

interface TrashServices {
  trash: Pick<Trash, 'add'>;
  encryptions: Pick<Encryptions, 'checkRemoval'>;
}

/** Moves contents to the trash, for every owner. */
export const postTrashEndpoint = ({ trash, encryptions }: TrashServices) =>
  jsonEndpoint(postTrash, ({ body }) =>
    forEachContent(body.content_ids, async (sha256) => {
      encryptions.checkRemoval(sha256);
      await trash.add(sha256);
    }),
  );
