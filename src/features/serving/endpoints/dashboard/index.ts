import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { getContentCountsEndpoint, getContentMonthsEndpoint } from '../../../content/index.ts';
import { getAccessLinkEndpoint } from '../../../licensing/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';
import type { LocalContentServices } from '../../local-content-services.ts';
import { deleteContentEndpoint } from './delete-content.ts';
import { deleteEncryptionEndpoint } from './delete-encryption.ts';
import { deleteTrashEndpoint } from './delete-trash.ts';
import { getContentEndpoint } from './get-content.ts';
import { getContentIdsEndpoint } from './get-content-ids.ts';
import { getContentsEndpoint } from './get-contents.ts';
import { getCoverEndpoint } from './get-cover.ts';
import { getTrashEndpoint } from './get-trash.ts';
import { patchContentEndpoint } from './patch-content.ts';
import { patchCopyEndpoint } from './patch-copy.ts';
import { postContentEndpoint } from './post-content.ts';
import { postTrashEndpoint } from './post-trash.ts';
import { postTrashPurgeEndpoint } from './post-trash-purge.ts';
import { postTrashRestoreEndpoint } from './post-trash-restore.ts';

/**
 * Lists the dashboard's endpoints for contents.
 * @param removeList removes the list of a collection that was made only for a cancelled sale
 */
export function contentEndpoints(
  services: LocalContentServices,
  responses: LocalContentResponses,
  removeList: (sha256: Buffer) => Promise<void>,
): Endpoint[] {
  return [
    getContentsEndpoint(services.service, responses),
    getContentIdsEndpoint(services.service),
    getContentMonthsEndpoint(services.service),
    getContentCountsEndpoint(services.service, services.trash),
    postContentEndpoint(services, responses),
    getContentEndpoint(responses),
    patchContentEndpoint(services.service, responses),
    deleteContentEndpoint(services),
    getTrashEndpoint(services, responses),
    postTrashEndpoint(services),
    postTrashRestoreEndpoint(services.trash),
    postTrashPurgeEndpoint(services.trash),
    deleteTrashEndpoint(services.trash),
    patchCopyEndpoint(services.copies, responses),
    getCoverEndpoint(services),
    getAccessLinkEndpoint(services.licensed, services.nodeUrl),
    deleteEncryptionEndpoint(services.encryptions, responses, removeList),
  ];
}
