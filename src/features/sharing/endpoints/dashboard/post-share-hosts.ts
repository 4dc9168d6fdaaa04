import { postShareHost } from '../../../../contract/dashboard-api/sharing.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Signs in on another node. */
export const postShareHostEndpoint = (sharing: Pick<SharingService, 'signIn'>) =>
  jsonEndpoint(postShareHost, ({ body }) => sharing.signIn(body.host, body.token));
