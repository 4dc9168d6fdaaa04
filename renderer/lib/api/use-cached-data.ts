import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns the data of a query that another component makes. A second observer without a function would take that of the
 * query away, so that it could no longer be refreshed.
 */
export function useCachedData<Data>(key: QueryKey): Data | undefined {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [queries],
  );
  return useSyncExternalStore(subscribe, () => queries.getQueryData<Data>(key));
}
