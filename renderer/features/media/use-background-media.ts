import { useEffect, useState, useSyncExternalStore } from 'react';
import { getWaitingMedia, type WaitingMedia } from '../../../src/contract/dashboard-api/library/media.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { mediaMaker } from '../../viewer/messages.ts';
import { mediaQueue } from './media-queue.ts';

/**
 * Makes the media facts of all contents in the background: of new contents when they arrive, and of older ones page by
 * page.
 */
export function useBackgroundMedia(): void {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = { maker: mediaMaker };
  // Events of contents reload only the newest.
  const newest = useDashboardQuery(['content', 'waiting-media'], getWaitingMedia, { query }).data;
  const older = useDashboardQuery(
    ['older-media', cursor],
    getWaitingMedia,
    { query: { ...query, ...(cursor !== null && { cursor }) } },
    { enabled: cursor !== null, gcTime: 0 },
  ).data;
  useAdded(newest);
  useAdded(older);
  const waiting = useSyncExternalStore(mediaQueue.subscribe, () => mediaQueue.waiting);
  const next = (cursor === null ? newest : older)?.next_cursor ?? null;
  useEffect(() => {
    if (waiting === 0 && next !== null) setCursor(next);
  }, [waiting, next]);
}

function useAdded(page: WaitingMedia | undefined): void {
  useEffect(() => {
    if (!page) return;
    mediaQueue.add(
      page.items.map(({ content_id: id, content_type: contentType, size }) => ({ id, contentType, size })),
    );
  }, [page]);
}
