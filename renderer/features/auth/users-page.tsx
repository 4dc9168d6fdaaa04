import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useSignIn } from './auth-queries.ts';
import { OwnerWalletCard } from './owner-wallet-card.tsx';
import { UsersCard } from './users-card.tsx';
import { WhoCard } from './who-card.tsx';

/** Shows who may sign in, and the users. */
export function UsersPage() {
  const { data, error, refetch } = useSignIn();
  return (
    <Page title={t('frame.pages.people')}>
      {data && (
        <Stack gap="md">
          <WhoCard state={data} />
          <OwnerWalletCard state={data} />
          <UsersCard />
        </Stack>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && (
        <Stack gap="md" role="status" aria-busy="true" aria-label={t('people.loading')}>
          <Skeleton height={150} />
          <Skeleton height={220} />
          <Skeleton height={180} />
        </Stack>
      )}
    </Page>
  );
}
