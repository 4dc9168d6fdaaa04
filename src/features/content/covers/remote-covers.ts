import type { RemoteContentPage } from '../../../contract/dashboard-api/discovery.ts';
import type { RemoteContentList, RemoteContentQuery } from '../../../contract/node-api/discovery.ts';
import { parseContentId } from '../../../core/content-id.ts';
import type { Covers } from './covers.ts';

interface Search {
  page(query: RemoteContentQuery, baseUrl: string): RemoteContentList;
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): RemoteContentPage;
}

/** Removes the covers that this node refuses from search results. */
export function withoutHarmfulCovers(found: Search, covers: Pick<Covers, 'statesOf'>) {
  const cleaned = async <Page extends RemoteContentList>(page: Page): Promise<Page> => {
    const hashOf = (id: string) => parseContentId(id).sha256;
    const named = page.items.flatMap(({ cover_id: id }) => (id === null ? [] : hashOf(id)));
    const stateOf = await covers.statesOf(named);
    const items = page.items.map((item) =>
      item.cover_id !== null && stateOf(hashOf(item.cover_id)) === 'refused'
        ? { ...item, cover_id: null }
        : item,
    );
    return { ...page, items };
  };
  return {
    page: (query: RemoteContentQuery, baseUrl: string) => cleaned(found.page(query, baseUrl)),
    pageFrom: (query: RemoteContentQuery & { skip: number }, baseUrl: string) =>
      cleaned(found.pageFrom(query, baseUrl)),
  };
}
