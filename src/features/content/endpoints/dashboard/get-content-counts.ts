import { getContentCounts } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../content-service.ts';
import type { Trash } from '../../trash/trash.ts';

/** Returns the number of contents of each kind. */
export const getContentCountsEndpoint = (
  service: Pick<ContentService, 'kinds'>,
  trash: Pick<Trash, 'usage'>,
) =>
  jsonEndpoint(getContentCounts, () => {
    const kinds = service.kinds();
    const all = Object.values(kinds).reduce((sum, contents) => sum + contents, 0);
    return { all, kinds, trash: trash.usage().contents };
  });
