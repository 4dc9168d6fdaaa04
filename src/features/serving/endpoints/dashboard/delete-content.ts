import { deleteContent } from '../../../../contract/dashboard-api/content.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LocalContentServices } from '../../local-content-services.ts';

/** Removes a content, for every owner. */
export const deleteContentEndpoint = ({
  catalogue,
  encryptions,
}: Pick<LocalContentServices, 'catalogue' | 'encryptions'>) =>
  jsonEndpoint(deleteContent, async ({ params }) => {
    const { sha256 } = parseContentId(params.id);
    encryptions.checkRemoval(sha256);
    await catalogue.remove(sha256);
  });
