import { Card, CloseButton, EmptyState, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../lib/i18n/language.ts';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { filterPeers, isIn, type PeerGroup, peerGroups } from './peer-filter.ts';
import { PeerTable } from './peer-table.tsx';

interface PeerListProps {
  peers: LocalPeer[];
  /** The selected group. */
  group: PeerGroup;
  onGroup(group: PeerGroup): void;
}

/** Lists all peers, with search and filter. */
export function PeerList({ peers, group, onGroup }: PeerListProps) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTyped('');
    // The button disappears with the search text.
    field.current?.focus();
  };
  const shown = useMemo(() => filterPeers(peers, group, words), [peers, group, words]);

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Select
          aria-label={t('peers.list.label')}
          w="13rem"
          data={peerGroups.map((value) => ({
            value,
            label: t(`peers.groups.${value}`, { count: peers.filter((peer) => isIn(value, peer)).length }),
          }))}
          value={group}
          onChange={(value) => onGroup(peerGroups.find((each) => each === value) ?? 'all')}
          allowDeselect={false}
        />
        <TextInput
          ref={field}
          type="search"
          flex="1 1 14rem"
          aria-label={t('peers.list.search')}
          placeholder={t('peers.list.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />
          }
        />
      </Group>
      <FoundCount
        words={shown.length > 0 && words !== '' ? t('peers.list.found', { count: shown.length }) : ''}
      />
      {shown.length > 0 ? (
        <Card padding={0} style={{ overflow: 'clip' }}>
          <PeerTable peers={shown} />
        </Card>
      ) : (
        <Card>
          <EmptyState
            role="status"
            icon={<IconSearchOff stroke={1.4} aria-hidden />}
            title={t('peers.list.noMatch')}
            description={t('peers.list.noMatchText', { count: peers.length })}
          />
        </Card>
      )}
    </Stack>
  );
}
