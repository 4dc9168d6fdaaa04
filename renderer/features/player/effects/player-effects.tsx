import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postStoredContents } from '../../../../src/contract/dashboard-api/library/playback.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { sendPosition } from '../../../lib/api/playback-position.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { useHasNextTrack } from '../bar/track-title.tsx';
import { currentTrack } from '../model/player-state.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import { PositionRecorder } from './position-recorder.ts';

/** Time in milliseconds for which a failure is shown before the next track starts. */
const failureMs = 6000;

/** Runs the timers and requests of the player outside the iframe of the viewer. Renders nothing. */
export function PlayerEffects() {
  useSkipAfterFailure();
  useSleepTimer();
  useRemoveMissing();
  useRememberedPositions();
  return null;
}

/** Continues with the next track after a failure has been shown. */
function useSkipAfterFailure(): void {
  const store = usePlayerStore();
  const failure = usePlayerState((state) => state.failure);
  const hasNext = useHasNextTrack();
  useEffect(() => {
    if (failure === null || !hasNext) return;
    const timer = setTimeout(() => store.skip(), failureMs);
    return () => clearTimeout(timer);
  }, [failure, hasNext, store]);
}

function useSleepTimer(): void {
  const store = usePlayerStore();
  const sleep = usePlayerState((state) => state.sleep);
  useEffect(() => {
    if (sleep === null || sleep === 'track') return;
    const timer = setTimeout(() => store.fallAsleep(), Math.max(0, sleep.at - Date.now()));
    return () => clearTimeout(timer);
  }, [sleep, store]);
}

/** Removes contents from the queue that this node no longer stores. */
function useRemoveMissing(): void {
  const store = usePlayerStore();
  const items = usePlayerState(({ queue }) => queue.items);
  const ids = [...new Set(items.map(({ content }) => content.id))].toSorted();
  // The first part of the key repeats the request whenever files change.
  const { data } = useDashboardQuery(
    ['content', 'queue', ids],
    postStoredContents,
    { body: { content_ids: ids } },
    // An earlier answer for the same queue would remove what was restored since then.
    { gcTime: 0 },
  );
  useEffect(() => {
    if (data) store.removeMissing(new Set(data.content_ids));
  }, [data, store]);
}

/** Sends positions to the node: regularly, when playback pauses, and when another track starts. */
function useRememberedPositions(): void {
  const store = usePlayerStore();
  const node = useDashboardClient();
  const queries = useQueryClient();
  useEffect(() => {
    const recorder = new PositionRecorder(async ({ id, time, duration }) => {
      await sendPosition(node, id, { unit: 'seconds', position: time, length: duration });
      await queries.invalidateQueries({ queryKey: ['content', 'unfinished'] });
    });
    const follow = () => {
      const state = store.state();
      const track = currentTrack(state);
      const { isReady, isPlaying, isPositionProtected, time, duration } = state;
      const isKnown = track && isReady && !isPositionProtected;
      recorder.follow(
        isKnown && duration !== null ? { id: track.content.id, time, duration } : null,
        isPlaying,
      );
    };
    const end = store.subscribe(follow);
    const onPageHide = () => recorder.save();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      end();
      recorder.save();
    };
  }, [store, node, queries]);
}
