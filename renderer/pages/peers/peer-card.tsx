import { Alert, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { sourceWords, stateWords } from '../../lib/peer-words.ts';
import { KeyChange } from './key-change.tsx';
import { PeerActions } from './peer-actions.tsx';
import { PeerFacts } from './peer-facts.tsx';
import { PeerFailureNote } from './peer-failure-note.tsx';

/** One peer: how things stand with it, why, and what can be done. */
export function PeerCard({ peer }: { peer: LocalPeer }) {
  const { label, color, explanation } = stateWords(peer.state);
  return (
    <Card component="article" aria-label={peer.host}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} miw={0} flex="1 1 16rem">
            <Title order={2} style={{ overflowWrap: 'anywhere' }}>
              {peer.host}
            </Title>
            <Group gap={8}>
              <Badge color={color} title={explanation}>
                {label}
              </Badge>
              <Text size="sm" c="dimmed">
                {sourceWords(peer.source)}
              </Text>
            </Group>
          </Stack>
          <PeerActions peer={peer} />
        </Group>
        {peer.warning !== null && (
          <Alert role="note" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {peer.warning}
          </Alert>
        )}
        {peer.state === 'key_changed' && peer.offered_key !== null && (
          <KeyChange host={peer.host} pinned={peer.public_key} offered={peer.offered_key} />
        )}
        {peer.failure !== null && peer.state !== 'key_changed' && <PeerFailureNote failure={peer.failure} />}
        <PeerFacts peer={peer} />
      </Stack>
    </Card>
  );
}
