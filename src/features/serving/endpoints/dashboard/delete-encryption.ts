import { deleteEncryption } from '../../../../contract/dashboard-api/licensing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Encryptions } from '../../../licensing/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/**
 * Cancels the sale of a content, which lifts the restriction.
 * @param removeList removes a list that was made only for this sale
 */
export const deleteEncryptionEndpoint = (
  encryptions: Pick<Encryptions, 'cancel'>,
  responses: LocalContentResponses,
  removeList: (sha256: Buffer) => Promise<void>,
) =>
  jsonEndpoint(deleteEncryption, async ({ params }) => {
    const { sha256 } = parseContentId(params.id);
    await encryptions.cancel(sha256);
    const content = responses.content(sha256);
    await removeList(sha256);
    return content;
  });
