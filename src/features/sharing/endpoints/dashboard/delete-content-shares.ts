import { deleteShare } from '../../../../contract/dashboard-api/sharing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Stops sharing a content on another node. */
export const deleteShareEndpoint = (sharing: Pick<SharingService, 'unshare'>) =>
  jsonEndpoint(deleteShare, ({ params, query }) =>
    sharing.unshare(parseContentId(params.id).sha256, query.host),
  );
