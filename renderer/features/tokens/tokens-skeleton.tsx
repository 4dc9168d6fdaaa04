import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';

/** Stands in for the list while it is loaded for the first time. */
export function TokensSkeleton() {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label={t('bots.loading')}>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={40} />
      ))}
    </Stack>
  );
}
