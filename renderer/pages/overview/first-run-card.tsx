import { Divider, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { AddPeerForm } from '../../components/add-peer-form.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StartPractising } from '../../components/start-practising.tsx';
import { t } from '../../lib/language.ts';

/** The choice at the very first start: a real network, or one to practise with. */
export function FirstRunCard() {
  const navigate = useNavigate();
  // This card goes once a peer is known: why it does not answer, and what to do, is on the page of peers.
  const showFailure = ({ failure }: LocalPeer) => {
    if (failure !== null) void navigate('/peers');
  };
  return (
    <SectionCard title={t('overview.firstRun.title')}>
      <Text size="sm" maw="46rem">
        {t('overview.firstRun.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        <Choice title={t('overview.firstRun.join.title')} text={t('overview.firstRun.join.text')}>
          <AddPeerForm submitLabel={t('overview.firstRun.join.button')} onAdded={showFailure} />
        </Choice>
        <Choice title={t('common.practiceNetwork')} text={t('overview.firstRun.practice.text')}>
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
