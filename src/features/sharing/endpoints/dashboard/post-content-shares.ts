import { postShare } from '../../../../contract/dashboard-api/sharing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Shares a content on another node. */
export const postShareEndpoint = (sharing: Pick<SharingService, 'share'>) =>
  jsonEndpoint(postShare, ({ params, body }) => sharing.share(parseContentId(params.id).sha256, body));
