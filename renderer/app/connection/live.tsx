import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { LocalTopic } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { type Part, parts, staleAfter } from '../../lib/api/query-client.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { loseConnection } from '../../lib/session/session.ts';
import { type EventFeed, type FeedState, followEvents } from './event-feed.ts';

interface Live {
  state: FeedState;
  retryNow(): void;
}

const LiveContext = createContext<Live>({ state: 'connecting', retryNow: () => {} });

/** Short enough to appear live, long enough to save processor time during uploads. */
const breath = () => new Promise<void>((resolve) => setTimeout(resolve, 300));

/** Follows the node's events and reloads every part that changed. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const node = useDashboardClient();
  const queries = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  const [feed, setFeed] = useState<EventFeed | null>(null);

  useEffect(() => {
    const refresherOf = (part: Part) =>
      coalesce(() => queries.invalidateQueries({ queryKey: [part] }), breath);
    // One refresh for each part: two would cancel each other's requests.
    const refreshers = new Map(parts.map((part) => [part, refresherOf(part)]));
    const onTopic = (topic: LocalTopic) => {
      for (const part of staleAfter[topic]) refreshers.get(part)?.();
    };
    const opened = followEvents({
      open: node.openEvents,
      onTopic,
      onState: setState,
      onEnd: loseConnection,
    });
    setFeed(opened);
    return () => opened.stop();
  }, [node, queries]);

  return <LiveContext value={{ state, retryNow: () => feed?.retryNow() }}>{children}</LiveContext>;
}

/** Returns the state of the event stream, and a function that reconnects at once. */
export function useLive(): Live {
  return use(LiveContext);
}
