import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { hostName } from '../../../lib/format/host-name.ts';
import { t } from '../../../lib/i18n/language.ts';
import { Part } from '../../../ui/layout/part.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { useNetworkMap } from '../peer-queries.ts';
import { usePeerAddress } from '../use-open-peer.ts';

/** Lists the nodes that named this peer, and those that it names. */
export function PeerAcquaintances({ host }: { host: string }) {
  const links = useNetworkMap().data?.links ?? [];
  return (
    <>
      <Hosts
        title={t('peers.acquaintances.namedBy')}
        hosts={links.filter(({ to }) => to === host).map(({ from }) => from)}
      />
      <Hosts
        title={t('peers.acquaintances.names')}
        hosts={links.filter(({ from }) => from === host).map(({ to }) => to)}
      />
    </>
  );
}

const maxShown = 20;

function Hosts({ title, hosts }: { title: string; hosts: string[] }) {
  const addressOf = usePeerAddress();
  if (hosts.length === 0) return null;
  const hidden = hosts.length - maxShown;
  return (
    <Part title={title}>
      <List size="sm">
        {hosts.slice(0, maxShown).map((each) => (
          <List.Item key={each}>
            <Anchor component={Link} to={addressOf(each)} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {hostName(each)}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {hidden > 0 && <Note>{t('peers.acquaintances.more', { count: hidden })}</Note>}
    </Part>
  );
}
