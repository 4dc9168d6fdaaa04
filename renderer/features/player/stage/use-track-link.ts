import { useEffect, useRef } from 'react';
import { getPlaybackPosition } from '../../../../src/contract/dashboard-api/library/playback.ts';
import { toCallError } from '../../../lib/api/call-error.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { useAccessLink } from '../../viewer-frame/index.ts';
import type { PlayFailure } from '../model/player-state.ts';

/** Delay in milliseconds before another request to a node that did not respond. */
const againMs = 2000;
/** Simultaneous calls for the same link share one request. */
const shared = { cancelRefetch: false };

/** Returns the link to a track, renewed before it expires. Repeats the request until the node responds. */
export function useTrackLink(contentId: string) {
  const { query } = useAccessLink(contentId);
  const { data, error, errorUpdatedAt, isFetching, refetch } = query;
  const isAway = error !== null && toCallError(error).status === null;
  useEffect(() => {
    if (!isAway || isFetching) return;
    const timer = setTimeout(() => void refetch(shared), againMs);
    return () => clearTimeout(timer);
  }, [isAway, isFetching, refetch]);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  /** Resolves with another link; undefined if the node refuses it. */
  const renew = async (): Promise<string | undefined> => {
    let answer = await refetch(shared);
    while (answer.error && toCallError(answer.error).status === null && isMounted.current) {
      await new Promise((resolve) => setTimeout(resolve, againMs));
      answer = await refetch(shared);
    }
    return answer.error ? undefined : answer.data?.url;
  };
  const refusal =
    error === null || isAway || isFetching ? null : { reason: whyRefused(error), errorUpdatedAt };
  return { accessLink: data, refusal, renew };
}

function whyRefused(error: unknown): PlayFailure {
  const { code } = toCallError(error);
  if (code === 'content_not_found') return 'missing';
  return code === 'licence_required' || code === 'key_not_found' ? 'unlicensed' : 'unreadable';
}

/** Returns the stored position of a content in seconds, 0 without one; undefined until it is known. */
export function useRememberedPosition(contentId: string, isAsked: boolean): number | undefined {
  const { data, isError } = useDashboardQuery(
    ['position', contentId],
    getPlaybackPosition,
    { params: { id: contentId } },
    { enabled: isAsked, gcTime: 0, staleTime: 0 },
  );
  if (data) return data.position ?? 0;
  return isError ? 0 : undefined;
}
