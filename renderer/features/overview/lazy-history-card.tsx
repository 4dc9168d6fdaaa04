import { Card, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { loadCode } from '../../lib/session/page-code.ts';

const Charts = lazy(async () => ({
  default: (await loadCode(() => import('./history-card.tsx'))).HistoryCard,
}));

/** Loads the charts after the first load, and reserves their space. */
export function LazyHistoryCard() {
  return (
    <Suspense
      fallback={
        <Card role="status" aria-busy="true" aria-label={t('history.loading')}>
          <Skeleton height="19rem" />
        </Card>
      }
    >
      <Charts />
    </Suspense>
  );
}
