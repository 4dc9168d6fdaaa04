import { getTrash } from '../../../../contract/dashboard-api/library/trash.ts';
import { toTimestamp } from '../../../../core/clock.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService, Trash } from '../../../content/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

interface TrashServices {
  trash: Pick<Trash, 'page' | 'purgeAt'>;
  service: Pick<ContentService, 'detailsOf'>;
}

/** Lists the contents in the trash. */
export const getTrashEndpoint = ({ trash, service }: TrashServices, responses: LocalContentResponses) =>
  jsonEndpoint(getTrash, ({ query }) => {
    const { items, nextCursor, topCursor, total } = trash.page(query);
    const contents = responses.contents(service.detailsOf(items));
    return {
      items: contents.map((content, index) => {
        const { deletedAt = 0 } = items[index] ?? {};
        return {
          content,
          deleted_at: toTimestamp(deletedAt),
          purged_at: toTimestamp(trash.purgeAt(deletedAt)),
        };
      }),
      next_cursor: nextCursor,
      top_cursor: topCursor,
      total,
    };
  });
