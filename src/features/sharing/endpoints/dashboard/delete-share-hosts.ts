import { deleteShareHost } from '../../../../contract/dashboard-api/sharing.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Signs out of another node. */
export const deleteShareHostEndpoint = (sharing: Pick<SharingService, 'signOut'>) =>
  defineEndpoint({
    contract: deleteShareHost,
    limit: 'requests',
    handle: ({ query }) => {
      sharing.signOut(query.host);
      return ok;
    },
  });
