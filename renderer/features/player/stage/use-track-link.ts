import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toCallError } from '../../../lib/api/call-error.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { readPosition } from '../../../lib/api/playback-position.ts';
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
  const isAway = useRepeatedWhileAway(query);
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

/** Repeats a request to a node that does not respond. @returns whether the last one had no response */
function useRepeatedWhileAway({ error, isFetching, refetch }: UseQueryResult): boolean {
  const isAway = error !== null && toCallError(error).status === null;
  useEffect(() => {
    if (!isAway || isFetching) return;
    const timer = setTimeout(() => void refetch(shared), againMs);
    return () => clearTimeout(timer);
  }, [isAway, isFetching, refetch]);
  return isAway;
}

function whyRefused(error: unknown): PlayFailure {
  const { code } = toCallError(error);
  if (code === 'content_not_found') return 'missing';
  return code === 'licence_required' || code === 'key_not_found' ? 'unlicensed' : 'unreadable';
}

/** The stored position of a content. */
interface RememberedPosition {
  /** Seconds, 0 without a stored position; undefined until it is known. */
  seconds: number | undefined;
  /** Whether the node refuses to tell it. */
  isRefused: boolean;
}

/**
 * Reads the stored position of a content. Repeats the request until the node responds.
 * @param start identifies the start of the track: each one reads the position anew, because playback has changed it
 */
export function useRememberedPosition(
  contentId: string,
  start: string,
  isAsked: boolean,
): RememberedPosition {
  const node = useDashboardClient();
  const query = useQuery({
    queryKey: ['position', contentId, start],
    queryFn: ({ signal }) => readPosition(node, contentId, signal),
    enabled: isAsked,
    gcTime: 0,
  });
  const isAway = useRepeatedWhileAway(query);
  return {
    seconds: query.data && (query.data.position ?? 0),
    isRefused: query.isError && !isAway && !query.isFetching,
  };
}
