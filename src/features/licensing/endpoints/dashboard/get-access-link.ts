import { getAccessLink } from '../../../../contract/dashboard-api/licensing.ts';
import { dashboardReader, ownerId } from '../../../../core/caller.ts';
import { toTimestamp } from '../../../../core/clock.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { LicensedContents } from '../../licensed-contents.ts';

/** Returns the access link by which the dashboard reads a content. */
export const getAccessLinkEndpoint = (
  licensed: Pick<LicensedContents, 'link' | 'plainOf'>,
  nodeUrl: () => string,
) =>
  jsonEndpoint(getAccessLink, ({ params }) => {
    const { sha256 } = parseContentId(params.id);
    const { url, expiresAt } = licensed.link(sha256, dashboardReader, nodeUrl());
    const { contentType, size, downloadable } = licensed.plainOf(sha256, ownerId);
    return { url, content_type: contentType, size, downloadable, expires_at: toTimestamp(expiresAt) };
  });
