import { getContentParts } from '../../../../contract/dashboard-api/licensing.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PartList } from '../../sold-collections/part-list.ts';

/** Lists the contents of a collection that is sold as one. */
export const getContentPartsEndpoint = (list: Pick<PartList, 'of'>) =>
  jsonEndpoint(getContentParts, ({ params }) => list.of(parseContentId(params.id).sha256));
