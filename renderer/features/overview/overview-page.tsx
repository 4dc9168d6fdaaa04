import { Anchor, Badge, DataList, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatBytes, formatPercent, percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';
import { Note } from '../../ui/values/texts.ts';
import { Notices, useOverview } from '../monitoring/index.ts';
import { PauseSwitch, syncLabel, useSync } from '../network-activity/index.ts';
import { PracticeButton } from '../practice/index.ts';
import { UpdatesCard } from '../updates/index.ts';
import { HistoryCard } from './history-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { ServicesCard } from './services-card.tsx';

export function OverviewPage() {
  const { data, error, dataUpdatedAt, refetch } = useOverview();
  return (
    <Page title={t('frame.pages.node')}>
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
      <Notices notices={notices} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <NetworkCard network={network} />
        <StorageCard storage={storage} />
      </SimpleGrid>
      {(storage.contents > 0 || network.mode !== 'undecided') && <HistoryCard />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <ServicesCard services={services} readAt={readAt} />
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

/** Shows the addresses of this node: for programs on this computer, and on the TON blockchain. */
function AddressesCard({ node }: { node: Overview['node'] }) {
  const addresses = [
    { name: 'nodeUrl', value: node.node_url, short: false },
    { name: 'publicHost', value: node.public_host, short: false },
    { name: 'nodeAddress', value: node.node_address, short: true },
    { name: 'masterAddress', value: node.master_address, short: true },
  ] as const;
  return (
    <SectionCard title={t('overview.addresses.title')}>
      <Text size="sm">{t('overview.addresses.text')}</Text>
      <DataList labelWidth="8rem">
        {addresses.map(
          ({ name, value, short }) =>
            value !== null && (
              <Fact key={name} label={t(`overview.addresses.${name}`)}>
                <CopyableValue value={value} valueName={t(`overview.addresses.${name}What`)} short={short} />
              </Fact>
            ),
        )}
      </DataList>
    </SectionCard>
  );
}

const nearlyFull = 0.9;

/** Shows how much is stored, relative to the quota or to the free disk space. */
function StorageCard({ storage }: { storage: Overview['storage'] }) {
  const { contents, quota_bytes: quota, free_bytes: free } = storage;
  const used = quota === null ? storage.content_bytes : storage.counted_bytes;
  const capacity = quota ?? used + free;
  const share = capacity > 0 ? used / capacity : 0;
  return (
    <SectionCard
      title={t('frame.pages.storage')}
      aside={
        <Anchor component={Link} to={paths.storage} size="sm" lh="1.5rem">
          {t('storage.usage.title')}
        </Anchor>
      }
    >
      <Progress.Root size="lg">
        <Progress.Section
          value={percentOf(share, 1)}
          color={share >= nearlyFull ? 'orange' : 'alcove'}
          aria-label={t('overview.storage.usedShare', { share: formatPercent(share) })}
        />
      </Progress.Root>
      <Group justify="space-between" gap={4}>
        <Text size="sm">{t('storage.sizeInFiles', { size: formatBytes(used), count: contents })}</Text>
        <Note>
          {quota === null
            ? t('overview.storage.free', { size: formatBytes(free) })
            : t('overview.storage.ofQuota', { size: formatBytes(quota) })}
        </Note>
      </Group>
    </SectionCard>
  );
}

function NetworkCard({ network }: { network: Overview['network'] }) {
  const sync = useSync().data;
  const practising = network.mode === 'practice';
  return (
    <SectionCard
      title={t('overview.network.title')}
      aside={
        <Group gap="sm">
          {practising && <Badge color="blue">{t('common.practiceNetwork')}</Badge>}
          <Anchor component={Link} to={paths.peers} size="sm" lh="1.5rem">
            {t('overview.network.showPeers')}
          </Anchor>
        </Group>
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {network.peers === 0
            ? t('overview.network.noPeers')
            : t('overview.network.reachable', { reachable: network.reachable_peers, count: network.peers })}
        </Text>
        <PracticeButton />
      </Group>
      {sync && <Text size="sm">{syncLabel(sync)}</Text>}
      <PauseSwitch />
    </SectionCard>
  );
}
