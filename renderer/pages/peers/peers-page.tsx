import { Button, Card, EmptyState, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconStethoscope, IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AddPeerForm } from '../../components/add-peer-form.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StartPractising } from '../../components/start-practising.tsx';
import { t } from '../../lib/language.ts';
import type { PeerGroup } from '../../lib/peer-filter.ts';
import { usePeers } from '../../lib/queries.ts';
import { DoctorCard } from './doctor-card.tsx';
import { NetworkActivityCard } from './network-activity-card.tsx';
import { NetworkPictureCard } from './network-picture-card.tsx';
import { PeerList } from './peer-list.tsx';
import { PeerPanel } from './peer-panel.tsx';
import { openSelfTest } from './self-test-dialog.tsx';

/** The other nodes that this one knows: a picture, what goes on with them, and each of them. */
export function PeersPage() {
  const { data: peers, error, refetch } = usePeers();
  // A link may name one; nothing is added by it.
  const suggested = useSearchParams()[0].get('add') ?? undefined;
  const [group, setGroup] = useState<PeerGroup>('all');
  const hasPeers = peers !== undefined && peers.length > 0;
  return (
    <Page
      title={t('frame.pages.peers')}
      note={hasPeers && t('peers.count', { count: peers.length })}
      actions={
        <Button
          variant="default"
          leftSection={<IconStethoscope size={18} stroke={1.8} aria-hidden />}
          onClick={openSelfTest}
        >
          {t('peers.checkThisNode')}
        </Button>
      }
    >
      {hasPeers && <NetworkPictureCard peers={peers} />}
      {!peers && error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!peers && !error && (
        <Skeleton height={420} role="status" aria-busy="true" aria-label={t('peers.loading')} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <SectionCard title={t('peers.add.title')}>
            <AddPeerForm key={suggested} submitLabel={t('peers.add.submit')} suggested={suggested} />
          </SectionCard>
          {peers && !hasPeers && <NoPeers />}
          {hasPeers && <DoctorCard peers={peers} onShow={() => setGroup('trouble')} />}
        </Stack>
        <NetworkActivityCard />
      </SimpleGrid>
      {hasPeers && <PeerList peers={peers} group={group} onGroup={setGroup} />}
      {peers && <PeerPanel peers={peers} />}
    </Page>
  );
}

function NoPeers() {
  return (
    <Card>
      <EmptyState
        icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
        title={t('peers.none.title')}
        description={t('peers.none.text')}
      >
        <EmptyState.Actions>
          <StartPractising />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
