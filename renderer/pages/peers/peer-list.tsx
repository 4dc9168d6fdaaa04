import { Card, CloseButton, EmptyState, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { filterPeers, groupLabel, isIn, type PeerGroup, peerGroups } from '../../lib/peer-filter.ts';
import { PeerTable } from './peer-table.tsx';

interface PeerListProps {
  peers: LocalPeer[];
  /** Which of them are shown. */
  group: PeerGroup;
  onGroup(group: PeerGroup): void;
}

/** All peers, to be searched and filtered. */
export function PeerList({ peers, group, onGroup }: PeerListProps) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const shown = useMemo(() => filterPeers(peers, group, words), [peers, group, words]);

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Select
          aria-label="Which peers"
          w="13rem"
          data={peerGroups.map((value) => ({
            value,
            label: `${groupLabel(value)} (${formatCount(peers.filter((peer) => isIn(value, peer)).length)})`,
          }))}
          value={group}
          onChange={(value) => onGroup(peerGroups.find((each) => each === value) ?? 'all')}
          allowDeselect={false}
        />
        <TextInput
          type="search"
          flex="1 1 14rem"
          aria-label="Search the peers"
          placeholder="Search: an address, a key, a problem"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
            )
          }
        />
      </Group>
      {shown.length > 0 ? (
        <Card padding={0} style={{ overflow: 'clip' }}>
          <PeerTable peers={shown} />
        </Card>
      ) : (
        <Card>
          <EmptyState
            py="xl"
            role="status"
            icon={<IconSearchOff stroke={1.4} aria-hidden />}
            title="No peer matches"
            description={`Your node knows ${formatNumberOf(peers.length, 'peer', 'peers')}. Look for other words, or among all peers.`}
          />
        </Card>
      )}
    </Stack>
  );
}
