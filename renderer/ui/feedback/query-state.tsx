import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';
import { ProblemAlert } from './problem-alert.tsx';

export interface QueryStateProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  /** Name of the loading part. */
  loadingLabel: string;
  /** Height of each loading row. */
  height: number | string;
  rows?: number;
  children?(data: Data): ReactNode;
}

export function QueryState<Data>({ query, loadingLabel, height, rows = 1, children }: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children?.(data);
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  return <Loading rows={rows} height={height} label={loadingLabel} />;
}
