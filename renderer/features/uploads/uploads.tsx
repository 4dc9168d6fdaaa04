import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { lockSession, loseConnection, sessionToken } from '../../lib/session/session.ts';
import { createSendFile } from './send-file.ts';
import { isUnderWay, type QueuedUpload, UploadQueue } from './upload-queue.ts';

const UploadsContext = createContext<UploadQueue | null>(null);

/** Keeps the uploads across pages and sessions: they continue on other pages, and wait while there is no session. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const newest = useRef(queries);
  useEffect(() => {
    newest.current = queries;
  }, [queries]);
  const [queue] = useState(
    () =>
      new UploadQueue(
        createSendFile({
          token: sessionToken,
          maxBytes: () =>
            newest.current.getQueryData<Overview>(['overview'])?.storage.max_upload_bytes ?? null,
          onUnauthorized: lockSession,
          onLost: loseConnection,
        }),
      ),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (queue.uploads().some(isUnderWay)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [queue]);

  return <UploadsContext value={queue}>{children}</UploadsContext>;
}

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadsContext);
  if (!queue) throw new Error('useUploadQueue outside UploadsProvider');
  return queue;
}

/** Returns the uploads after every change of any of them. */
export function useUploads(): readonly QueuedUpload[] {
  const queue = useUploadQueue();
  // Throttled, because small files change the list more often than is visible.
  const subscribe = useCallback((listener: () => void) => queue.subscribe(throttle(listener, 100)), [queue]);
  return useSyncExternalStore(subscribe, queue.uploads);
}

/** Wraps a listener so that it is called once for many calls, `ms` after the first of them. */
function throttle(listener: () => void, ms: number): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      listener();
    }, ms);
  };
}
