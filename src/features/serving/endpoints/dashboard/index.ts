import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { getContentOpenEndpoint } from '../../../licensing/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';
import type { LocalContentServices } from '../../local-content-services.ts';
import { deleteContentEndpoint } from './delete-content.ts';
import { deleteEncryptionEndpoint } from './delete-encryption.ts';
import { getContentEndpoint } from './get-content.ts';
import { getContentsEndpoint } from './get-contents.ts';
import { getCoverEndpoint } from './get-cover.ts';
import { patchContentEndpoint } from './patch-content.ts';
import { patchCopyEndpoint } from './patch-copy.ts';
import { postContentEndpoint } from './post-content.ts';

/** Lists the dashboard's endpoints for contents. */
export function contentEndpoints(
  services: LocalContentServices,
  responses: LocalContentResponses,
): Endpoint[] {
  return [
    getContentsEndpoint(services.service, responses),
    postContentEndpoint(services, responses),
    getContentEndpoint(responses),
    patchContentEndpoint(services.service, responses),
    deleteContentEndpoint(services),
    patchCopyEndpoint(services.copies, responses),
    getCoverEndpoint(services),
    getContentOpenEndpoint(services.licensed, services.nodeUrl),
    deleteEncryptionEndpoint(services.encryptions, responses),
  ];
}
