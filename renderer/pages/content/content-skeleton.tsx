import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/language.ts';

/** Stands in for the list while it is loaded for the first time. */
export function ContentSkeleton() {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label={t('content.loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={52} />
      ))}
    </Stack>
  );
}
