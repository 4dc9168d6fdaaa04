import { getAuthor } from '../../../../contract/dashboard-api/library/items.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { AuthorService } from '../../author-service.ts';

/** Returns an author. */
export const getAuthorEndpoint = (authors: Pick<AuthorService, 'get'>) =>
  jsonEndpoint(getAuthor, ({ params }) => authors.get(params.address));
