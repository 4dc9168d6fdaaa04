import { deleteShare } from '../../../../contract/dashboard-api/sharing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Withdraws a content from another node. */
export const deleteShareEndpoint = (sharing: Pick<SharingService, 'withdraw'>) =>
  jsonEndpoint(deleteShare, ({ params, query }) =>
    sharing.withdraw(parseContentId(params.id).sha256, query.host),
  );
