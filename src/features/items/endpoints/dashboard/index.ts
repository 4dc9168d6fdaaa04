import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { AuthorService, type AuthorServiceOptions } from '../../author-service.ts';
import { ItemService, type ItemServiceOptions } from '../../item-service.ts';
import { getAuthorEndpoint } from './get-author.ts';
import { getItemEndpoint } from './get-item.ts';

/** Lists the dashboard's endpoints for items and authors. */
export const itemEndpoints = (items: ItemServiceOptions, authors: AuthorServiceOptions): Endpoint[] => [
  getItemEndpoint(new ItemService(items)),
  getAuthorEndpoint(new AuthorService(authors)),
];
