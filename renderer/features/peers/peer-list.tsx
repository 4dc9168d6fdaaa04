import { Card, Group, Select, Stack } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import { filterPeers, isIn, type PeerGroup, peerGroups } from './peer-filter.ts';
import { PeerRow } from './peer-row.tsx';
import { usePeerPath } from './use-open-peer.ts';

interface PeerListProps {
  peers: LocalPeer[];
  /** The selected group. */
  group: PeerGroup;
  onGroup(group: PeerGroup): void;
}

/** All rows are loaded already. */
const noEffect = () => {};

/** Lists all peers, with search and filter. */
export function PeerList({ peers, group, onGroup }: PeerListProps) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
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
        <SearchField
          flex="1 1 14rem"
          label={t('peers.list.search')}
          placeholder={t('peers.list.placeholder')}
          value={typed}
          onChange={setTyped}
        />
      </Group>
      <FoundCount words={shown.length > 0 && words !== '' ? t('peers.count', { count: shown.length }) : ''} />
      {shown.length > 0 ? (
        <Card padding={0} style={{ overflow: 'clip' }}>
          <PeerTable peers={shown} />
        </Card>
      ) : (
        <EmptyCard
          role="status"
          icon={IconSearchOff}
          title={t('peers.list.noMatch')}
          description={t('peers.list.noMatchText', { count: peers.length })}
        />
      )}
    </Stack>
  );
}

/** Lists the peers, best first. */
function PeerTable({ peers }: { peers: LocalPeer[] }) {
  const addressOf = usePeerPath();
  return (
    <LongTable
      list={{
        count: peers.length,
        total: peers.length,
        setVisibleRows: noEffect,
        itemAt: (index) => peers[index],
      }}
      label={t('peers.table.label')}
      keyOf={(peer) => peer.host}
      rowHeight={72}
      columns={[
        { label: t('peers.table.peer') },
        { label: t('peers.table.latency'), visibleFrom: 'md', w: 110, ta: 'end' },
        { label: t('peers.facts.lastContact'), visibleFrom: 'md', w: 150 },
        actionsColumn({ base: 56, sm: 184 }),
      ]}
    >
      {(peer, index) => <PeerRow peer={peer} address={addressOf(peer.host)} index={index} />}
    </LongTable>
  );
}
