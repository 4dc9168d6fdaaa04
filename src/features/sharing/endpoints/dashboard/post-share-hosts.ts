import { postShareHost } from '../../../../contract/dashboard-api/sharing.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Signs in on another node. */
export const postShareHostEndpoint = (sharing: Pick<SharingService, 'signIn'>) =>
  defineEndpoint({
    contract: postShareHost,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await sharing.signIn(body.host, body.token) }),
  });
