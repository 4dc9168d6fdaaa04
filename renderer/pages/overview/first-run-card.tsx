import { Divider, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { AddPeerForm } from '../../components/add-peer-form.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StartPractising } from '../../components/start-practising.tsx';

/** The choice at the very first start: a real network, or one to practise with. */
export function FirstRunCard() {
  const navigate = useNavigate();
  // This card goes once a peer is known: why it does not answer, and what to do, is on the page of peers.
  const showFailure = ({ failure }: LocalPeer) => {
    if (failure !== null) void navigate('/peers');
  };
  return (
    <SectionCard title="Meet other nodes">
      <Text size="sm" maw="46rem">
        Alcove is a place for your files on your own computer; computers like it are called nodes, and they
        find each other directly, without a company in between. You need no account, no money and no TON (the
        blockchain on which licences can be recorded later) to begin.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        <Choice
          title="Join a network"
          text="Have you been given the address of a public node? Yours says hello to it and learns of other nodes from it, while nobody lists yours."
        >
          <AddPeerForm submitLabel="Join" onAdded={showFailure} />
        </Choice>
        <Choice
          title="Practice network"
          text="No address? Alcove starts a second, public node beside yours, on this computer only, so that you can see how two nodes meet. You can stop it at any time."
        >
          <StartPractising />
        </Choice>
      </SimpleGrid>
    </SectionCard>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Divider />
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Stack>
  );
}
