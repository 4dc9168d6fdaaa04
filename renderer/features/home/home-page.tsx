import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Notices, useOverview } from '../monitoring/index.ts';
import { FirstRunCard } from '../onboarding/index.ts';
import { RestoreCard } from '../recovery/index.ts';
import { UploadPanel } from '../uploads/index.ts';
import { ContinueRow } from './continue-row.tsx';
import { NewlyFollowed } from './newly-followed.tsx';
import { RecentlyAdded } from './recently-added.tsx';

/** The start page: the first steps, open notices, and the newest files of the user and of those whom they follow. */
export function HomePage() {
  const { data, error, refetch } = useOverview();
  return (
    <Page title={t('frame.pages.home')}>
      {data && (
        <Stack gap="lg">
          <UploadPanel isRevealed />
          {data.storage.contents > 0 && <ContinueRow />}
          {data.storage.contents > 0 && <RecentlyAdded />}
          {data.storage.contents > 0 && <NewlyFollowed />}
          <FirstRunCard steps={data.first_run} purpose={data.purpose} mayRestore={data.may_restore} />
          {/* A missing key store is not urgent, and the checks of the node report it. */}
          <Notices notices={data.notices.filter(({ code }) => code !== 'key_unprotected')} />
          {data.may_restore && <RestoreCard />}
        </Stack>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && (
        <Stack gap="md" role="status" aria-busy="true" aria-label={t('home.loading')}>
          <Skeleton height={220} />
          <Skeleton height={220} />
        </Stack>
      )}
    </Page>
  );
}
