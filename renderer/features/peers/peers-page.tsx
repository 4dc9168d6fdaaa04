import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconStethoscope, IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { openSelfTest } from '../diagnostics/index.ts';
import { NetworkActivityCard } from '../network-activity/index.ts';
import { StartPractice } from '../practice/index.ts';
import { AddPeerForm } from './add-peer-form.tsx';
import { PeerPanel } from './details/peer-panel.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { NetworkPictureCard } from './network-map/network-picture-card.tsx';
import type { PeerGroup } from './peer-filter.ts';
import { PeerList } from './peer-list.tsx';
import { usePeers } from './peer-queries.ts';

/** Shows the other nodes: the network map, the activity with them, and the list. */
export function PeersPage() {
  const query = usePeers();
  const { data: peers } = query;
  // A link only fills in the address; the user adds the peer.
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
      <QueryState query={query} height={420} loading={t('peers.loading')} />
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
    <EmptyCard icon={IconTopologyStar3} title={t('peers.none.title')} description={t('peers.none.text')}>
      <StartPractice />
    </EmptyCard>
  );
}
