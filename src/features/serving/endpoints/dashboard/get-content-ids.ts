import { getContentIds } from '../../../../contract/dashboard-api/content.ts';
import { contentIdOf } from '../../../../core/content-id.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../../content/index.ts';

/** Lists the ids of contents in the order of a list. */
export const getContentIdsEndpoint = (service: Pick<ContentService, 'hashes'>) =>
  jsonEndpoint(getContentIds, ({ query }) => ({ content_ids: service.hashes(query).map(contentIdOf) }));
