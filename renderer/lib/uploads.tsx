import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Overview } from '../../src/contract/local.ts';
import { seldom } from './seldom.ts';
import { createSendFile } from './send-file.ts';
import { lockSession } from './session.ts';
import { createUploadQueue, isUnderWay, type Upload, type UploadQueue } from './upload-queue.ts';

const UploadsContext = createContext<UploadQueue | null>(null);

/** Keeps the uploads above the routes, so that they go on while a person looks at other pages. */
export function UploadsProvider({ localKey, children }: { localKey: string; children: ReactNode }) {
  const queries = useQueryClient();
  const queue = useMemo(
    () =>
      createUploadQueue(
        createSendFile({
          key: localKey,
          maxBytes: () => queries.getQueryData<Overview>(['overview'])?.storage.max_upload_bytes ?? null,
          onUnauthorized: () => lockSession(localKey),
        }),
      ),
    [localKey, queries],
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

/** The list of uploads, renewed at every step of any of them. */
export function useUploads(): readonly Upload[] {
  const queue = useUploadQueue();
  // Many small files change the list far more often than anyone can see.
  const subscribe = useCallback((listener: () => void) => queue.subscribe(seldom(listener, 100)), [queue]);
  return useSyncExternalStore(subscribe, queue.uploads);
}
