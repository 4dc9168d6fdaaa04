import { postShare } from '../../../../contract/dashboard-api/sharing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Publishes a content on another node. */
export const postShareEndpoint = (sharing: Pick<SharingService, 'publish'>) =>
  defineEndpoint({
    contract: postShare,
    limit: 'requests',
    body: jsonBody,
    handle: ({ params, body }) => ({
      status: 200,
      body: sharing.publish(parseContentId(params.id).sha256, body),
    }),
  });
