import { deleteContent } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LocalContentServices } from '../../local-content-services.ts';

/** Removes a content, for every owner. */
export const deleteContentEndpoint = ({
  catalogue,
  encryptions,
}: Pick<LocalContentServices, 'catalogue' | 'encryptions'>) =>
  defineEndpoint({
    contract: deleteContent,
    limit: 'requests',
    handle: async ({ params }) => {
      const { sha256 } = parseContentId(params.id);
      encryptions.checkRemoval(sha256);
      await catalogue.remove(sha256);
      return ok;
    },
  });
