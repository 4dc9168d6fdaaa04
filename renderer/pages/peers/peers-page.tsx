import { Button, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { AddPeerForm } from '../../components/add-peer-form.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { usePeers } from '../../lib/queries.ts';
import { PeerCard } from './peer-card.tsx';

export function PeersPage() {
  const { data: peers, error, refetch } = usePeers();
  return (
    <Page title="Peers" note={peers && peers.length > 0 && formatNumberOf(peers.length, 'peer', 'peers')}>
      <SectionCard title="Add a peer">
        <AddPeerForm submitLabel="Add peer" />
      </SectionCard>
      {peers && (peers.length > 0 ? <PeerList peers={peers} /> : <NoPeers />)}
      {!peers && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!peers && !error && (
        <Skeleton height={140} role="status" aria-busy="true" aria-label="Loading the peers" />
      )}
    </Page>
  );
}

const step = 50;

function PeerList({ peers }: { peers: LocalPeer[] }) {
  const [shown, setShown] = useState(step);
  const hidden = peers.length - shown;
  return (
    <>
      <Stack component="ul" gap="md" p={0} m={0} aria-label="Known peers" style={{ listStyle: 'none' }}>
        {peers.slice(0, shown).map((peer) => (
          <li key={peer.host}>
            <PeerCard peer={peer} />
          </li>
        ))}
      </Stack>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setShown(shown + step)}>
          Show {formatCount(Math.min(step, hidden))} more of {formatCount(hidden)}
        </Button>
      )}
    </>
  );
}

function NoPeers() {
  return (
    <EmptyState
      py="xl"
      icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
      title="No peers yet"
      description="A peer is another node that yours shakes hands with. Add one public node by its address: yours learns of the others from it."
    />
  );
}
