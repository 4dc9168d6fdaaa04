import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';

interface ChartStateProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
}

/** Shows a chart, or its loading or error state. */
export function ChartState<T>({ query: { data, error, refetch }, children }: ChartStateProps<T>) {
  if (data !== undefined) return children(data);
  return error ? (
    <ProblemAlert error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading height="16rem" label={t('history.loading')} />
  );
}
