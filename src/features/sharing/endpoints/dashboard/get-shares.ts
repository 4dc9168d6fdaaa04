import { getShares } from '../../../../contract/dashboard-api/sharing.ts';
import { contentIdOf } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Lists the contents shared on other nodes, newest first. */
export const getSharesEndpoint = (
  sharing: Pick<SharingService, 'shared'>,
  isStored: (sha256: Buffer) => boolean,
) =>
  jsonEndpoint(getShares, ({ query }) => {
    const shares = sharing.shared(query.host).map(({ sha256, ...share }) => ({
      ...share,
      content_id: contentIdOf(sha256),
      stored: isStored(sha256),
    }));
    return { shares };
  });
