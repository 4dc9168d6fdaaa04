import { Table, VisuallyHidden } from '@mantine/core';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { PeerRow } from './peer-row.tsx';
import { usePeerAddress } from './use-open-peer.ts';

/** Lists the peers, best first. */
export function PeerTable({ peers }: { peers: LocalPeer[] }) {
  const addressOf = usePeerAddress();
  return (
    <LongTable
      list={{ count: peers.length, total: peers.length, itemAt: (index) => peers[index] }}
      label={t('peers.table.label')}
      keyOf={(peer) => peer.host}
      rowHeight={72}
      heads={
        <>
          <Table.Th>{t('peers.table.peer')}</Table.Th>
          <Table.Th visibleFrom="md" w={110} ta="end">
            {t('peers.table.latency')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={150}>
            {t('peers.facts.lastContact')}
          </Table.Th>
          <Table.Th w={{ base: 56, sm: 184 }}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {(peer, index) => <PeerRow peer={peer} address={addressOf(peer.host)} index={index} />}
    </LongTable>
  );
}
