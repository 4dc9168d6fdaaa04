import { deleteShareHost } from '../../../../contract/dashboard-api/sharing.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Signs out of another node. */
export const deleteShareHostEndpoint = (sharing: Pick<SharingService, 'signOut'>) =>
  jsonEndpoint(deleteShareHost, ({ query }) => sharing.signOut(query.host));
