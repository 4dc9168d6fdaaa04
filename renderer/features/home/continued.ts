import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getContent, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { getUnfinished, postStoredContents } from '../../../src/contract/dashboard-api/library/playback.ts';
import { CallError } from '../../lib/api/call-error.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { formatPercent } from '../../lib/format/format.ts';
import { formatPlayTime } from '../../lib/format/play-time.ts';
import { t } from '../../lib/i18n/language.ts';
import { readingPlaces } from '../viewer/index.ts';

/** A content that was not played or read to its end. */
export interface ContinuedItem {
  content: LocalContent;
  /** The part before the position, 0 to 1. */
  done: number;
  label: string;
  /** When it was played or read, in milliseconds. */
  at: number;
}

/** Returns the media and books to be continued, the latest first. */
export function useContinued(limit: number): ContinuedItem[] {
  const media = useDashboardQuery(['content', 'unfinished'], getUnfinished, { query: { limit } }).data;
  const books = useUnfinishedBooks(limit);
  const played = (media?.items ?? []).map(
    ({ content, position_seconds: position, duration_seconds: duration, updated_at: at }) => ({
      content,
      done: position / duration,
      label: t('home.continue.played', {
        time: formatPlayTime(position),
        total: formatPlayTime(duration),
      }),
      at: Date.parse(at),
    }),
  );
  return [...played, ...books].toSorted((a, b) => b.at - a.at).slice(0, limit);
}

/** Returns the books whose positions this browser stores, without those that were deleted. */
function useUnfinishedBooks(limit: number): ContinuedItem[] {
  const node = useDashboardClient();
  const [books] = useState(readingPlaces.unfinished);
  const ids = books.map(({ contentId }) => contentId);
  const { data = [] } = useQuery({
    queryKey: ['content', 'reading', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const stored = await node.call(postStoredContents, { body: { content_ids: ids } }, { signal });
      const latest = ids.filter((id) => stored.content_ids.includes(id)).slice(0, limit);
      const found = await Promise.all(
        latest.map((id) => node.call(getContent, { params: { id } }, { signal }).catch(undefinedIfDeleted)),
      );
      return found.filter((content) => content !== undefined);
    },
  });
  return books.flatMap(({ contentId, share, at }) => {
    const content = data.find(({ content_id: id }) => id === contentId);
    return content
      ? [{ content, done: share, label: t('home.continue.read', { share: formatPercent(share) }), at }]
      : [];
  });
}

function undefinedIfDeleted(error: unknown): undefined {
  if (!(error instanceof CallError) || error.code !== 'content_not_found') throw error;
}
