import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
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
