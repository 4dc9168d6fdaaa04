import { keepPreviousData } from '@tanstack/react-query';
import { getContent, getContents } from '../../../src/contract/dashboard-api/content.ts';
import { getContentParts } from '../../../src/contract/dashboard-api/licensing.ts';
import { pieceSize } from '../../lib/api/list-place.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { isCollectionType, kindOf } from '../../lib/format/file-kind.ts';

/** Returns one stored file; sends no request without an id. */
export const useContent = (id: string | null) =>
  useDashboardQuery(
    ['content', 'one', id],
    getContent,
    { params: { id: id ?? '' } },
    { enabled: id !== null },
  );

/** Returns the images among the newest stored files that match `q`. */
export const useStoredImages = (q: string) =>
  useDashboardQuery(
    ['content', 'images', q],
    getContents,
    { query: { q, limit: pieceSize } },
    {
      select: ({ items }) => items.filter(({ content_type }) => content_type.startsWith('image/')),
      placeholderData: keepPreviousData,
    },
  );

/** Returns the contents of a collection that is sold as one, or to be sold; sends no request without an id. */
export const useContentParts = (id: string | null) =>
  useDashboardQuery(
    ['content', 'parts', id],
    getContentParts,
    { params: { id: id ?? '' } },
    { enabled: id !== null },
  );

/** Returns the name of the kind of a content; for a collection, that of its signed list once this node has that. */
export function useKindName(id: string | null, contentType: string): string {
  return kindOf(contentType, useContentParts(isCollectionType(contentType) ? id : null).data?.kind);
}
