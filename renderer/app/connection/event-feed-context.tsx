import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { DashboardTopic } from '../../../src/contract/dashboard-api/events.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { type QueryRoot, queryRoots, staleAfter } from '../../lib/api/query-client.ts';
import { reloadQueries } from '../../lib/api/reload-queries.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { loseConnection } from '../../lib/session/session.ts';
import { type EventFeed, type FeedState, followEvents } from './event-feed.ts';

interface EventFeedConnection {
  state: FeedState;
  retryNow(): void;
}

const EventFeedContext = createContext<EventFeedConnection>({ state: 'connecting', retryNow: () => {} });

/** Waits before a refresh: short enough to appear live, long enough to save processor time during uploads. */
const refreshPause = () => new Promise<void>((resolve) => setTimeout(resolve, 300));

/** Follows the node's events and reloads the queries that they affect. */
export function EventFeedProvider({ children }: { children: ReactNode }) {
  const node = useDashboardClient();
  const queries = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  const [feed, setFeed] = useState<EventFeed | null>(null);

  useEffect(() => {
    const refresherOf = (root: QueryRoot) => coalesce(() => reloadQueries(queries, root), refreshPause);
    // One refresh for each root, because two would cancel each other's requests.
    const refreshers = new Map(queryRoots.map((root) => [root, refresherOf(root)]));
    const onTopic = (topic: DashboardTopic) => {
      for (const root of staleAfter[topic]) refreshers.get(root)?.();
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

  return <EventFeedContext value={{ state, retryNow: () => feed?.retryNow() }}>{children}</EventFeedContext>;
}

/** Returns the state of the event stream, and a function that reconnects at once. */
export function useEventFeed(): EventFeedConnection {
  return use(EventFeedContext);
}
