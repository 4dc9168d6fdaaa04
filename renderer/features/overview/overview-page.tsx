import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useOverview } from '../monitoring/index.ts';
import { FirstRunCard } from '../onboarding/index.ts';
import { UpdatesCard } from '../updates/index.ts';
import { AddressesCard } from './addresses-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { LazyHistoryCard } from './lazy-history-card.tsx';
import { NetworkCard } from './network-card.tsx';
import { Notices } from './notices.tsx';
import { RestoreCard } from './restore-card.tsx';
import { ServicesCard } from './services-card.tsx';
import { StorageCard } from './storage-card.tsx';

export function OverviewPage() {
  const { data, error, dataUpdatedAt, refetch } = useOverview();
  return (
    <Page title={t('frame.pages.overview')}>
      {data && <OverviewCards overview={data} readAt={dataUpdatedAt} />}
      {!data && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && <OverviewSkeleton />}
    </Page>
  );
}

function OverviewCards({ overview, readAt }: { overview: Overview; readAt: number }) {
  const { node, storage, services, network, notices } = overview;
  return (
    <Stack gap="md">
      <FirstRunCard steps={overview.first_run} />
      <Notices notices={notices} />
      {overview.may_restore && <RestoreCard />}
      {(storage.contents > 0 || network.mode !== 'undecided') && <LazyHistoryCard />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <NetworkCard network={network} />
          <StorageCard storage={storage} />
          <ServicesCard services={services} readAt={readAt} />
        </Stack>
        <Stack gap="md">
          <IdentityCard node={node} />
          <AddressesCard node={node} />
          <UpdatesCard />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

function OverviewSkeleton() {
  return (
    <SimpleGrid
      cols={{ base: 1, md: 2 }}
      spacing="md"
      role="status"
      aria-busy="true"
      aria-label={t('overview.loading')}
    >
      {['network', 'identity', 'storage', 'addresses'].map((card) => (
        <Skeleton key={card} height={220} />
      ))}
    </SimpleGrid>
  );
}
