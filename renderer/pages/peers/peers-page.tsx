import { Button, Card, EmptyState, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconStethoscope, IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import { AddPeerForm } from '../../components/add-peer-form.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StartPractising } from '../../components/start-practising.tsx';
import { formatNumberOf } from '../../lib/format.ts';
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
  const [group, setGroup] = useState<PeerGroup>('all');
  const hasPeers = peers !== undefined && peers.length > 0;
  return (
    <Page
      title="Peers"
      note={hasPeers && formatNumberOf(peers.length, 'peer', 'peers')}
      actions={
        <Button
          variant="default"
          leftSection={<IconStethoscope size={18} stroke={1.8} aria-hidden />}
          onClick={openSelfTest}
        >
          Check this node
        </Button>
      }
    >
      {hasPeers && <NetworkPictureCard peers={peers} />}
      {!peers && error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!peers && !error && (
        <Skeleton height={420} role="status" aria-busy="true" aria-label="Loading the peers" />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <SectionCard title="Add a peer">
            <AddPeerForm submitLabel="Add peer" />
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
        py="xl"
        icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
        title="No peers yet"
        description="A peer is another node that yours shakes hands with. Add one public node by its address: yours learns of the others from it. No address? Practise with a second node on this computer."
      >
        <EmptyState.Actions>
          <StartPractising />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
