import { Table, VisuallyHidden } from '@mantine/core';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../lib/i18n/language.ts';
import { EndlessBody } from '../../ui/lists/endless-table.tsx';
import { useEndlessRows } from '../../ui/lists/virtual/use-endless-rows.ts';
import { headerHeight } from '../../ui/theme/theme.ts';
import { PeerRow } from './peer-row.tsx';
import { usePeerAddress } from './use-open-peer.ts';

/** The peers, best first; only the rows in sight are in the document. */
export function PeerTable({ peers }: { peers: LocalPeer[] }) {
  const addressOf = usePeerAddress();
  const { table, list } = useEndlessRows({
    count: peers.length,
    keyOf: (index) => peers[index]?.host,
    rowHeight: 72,
  });
  return (
    <Table
      ref={table}
      layout="fixed"
      stickyHeader
      stickyHeaderOffset={headerHeight}
      horizontalSpacing="md"
      aria-label={t('peers.table.label')}
      aria-rowcount={peers.length + 1}
    >
      <Table.Thead>
        <Table.Tr aria-rowindex={1}>
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
        </Table.Tr>
      </Table.Thead>
      <EndlessBody list={list}>
        {(index) => {
          const peer = peers[index];
          return peer && <PeerRow peer={peer} address={addressOf(peer.host)} index={index} />;
        }}
      </EndlessBody>
    </Table>
  );
}
