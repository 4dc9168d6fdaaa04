import { useEffect, useState, useSyncExternalStore } from 'react';
import { getWaitingMedia, type WaitingMedia } from '../../../src/contract/dashboard-api/library/media.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { mediaMaker } from '../../viewer/messages.ts';
import { mediaQueue } from './media-queue.ts';

/** Time without scrolling after which the next contents start. */
const restMs = 300;

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
  usePauseWhileScrolling();
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

/** Decoding takes processor time that the frames of a moving list need. */
function usePauseWhileScrolling(): void {
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const pause = () => {
      mediaQueue.pause();
      clearTimeout(rest);
      rest = setTimeout(() => mediaQueue.resume(), restMs);
    };
    // Scroll events of elements do not bubble.
    window.addEventListener('scroll', pause, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', pause, { capture: true });
      clearTimeout(rest);
      mediaQueue.resume();
    };
  }, []);
}
