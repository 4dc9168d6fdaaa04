import { getItem } from '../../../../contract/dashboard-api/library/items.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ItemService } from '../../item-service.ts';

/** Returns an item. */
export const getItemEndpoint = (items: Pick<ItemService, 'get'>) =>
  jsonEndpoint(getItem, ({ params }) => items.get(params.id));
