import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { LocalTopic } from '../../src/contract/local.ts';
import { coalesce } from './coalesce.ts';
import { type EventFeed, type FeedState, followEvents } from './event-feed.ts';
import { useNode } from './node-context.tsx';
import { staleAfter } from './queries.ts';

interface Live {
  state: FeedState;
  retryNow(): void;
}

const LiveContext = createContext<Live>({ state: 'connecting', retryNow: () => {} });

/** Follows the node's events and has every part that changed asked again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const node = useNode();
  const queries = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  const [feed, setFeed] = useState<EventFeed | null>(null);

  useEffect(() => {
    const refreshers = new Map<LocalTopic, () => void>();
    const refresh = (topic: LocalTopic): void => {
      const refresher =
        refreshers.get(topic) ??
        coalesce(() =>
          Promise.all(staleAfter[topic].map((queryKey) => queries.invalidateQueries({ queryKey }))),
        );
      refreshers.set(topic, refresher);
      refresher();
    };
    const opened = followEvents({ open: node.openEvents, onTopic: refresh, onState: setState });
    setFeed(opened);
    return () => opened.stop();
  }, [node, queries]);

  return <LiveContext value={{ state, retryNow: () => feed?.retryNow() }}>{children}</LiveContext>;
}

/** The state of the event stream, and a way to connect again at once. */
export function useLive(): Live {
  return use(LiveContext);
}
