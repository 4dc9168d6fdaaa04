import { Drawer, Text } from '@mantine/core';
import type { LocalPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { hostName } from '../../../lib/format/host-name.ts';
import { t } from '../../../lib/i18n/language.ts';
import { useOpenPeer } from '../use-open-peer.ts';
import { PeerDetails } from './peer-details.tsx';

/** Focuses the page, because a panel that was opened by its URL has no earlier focus to restore. */
function focusPage(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true });
}

export function PeerPanel({ peers }: { peers: readonly LocalPeer[] }) {
  const { host, close } = useOpenPeer();
  const peer = peers.find((each) => each.host === host);
  return (
    <Drawer
      opened={host !== null}
      onClose={close}
      // Mantine closes the panel also for an Escape in a dialog above it.
      closeOnEscape={false}
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === 'Escape' && currentTarget.contains(target as Node)) close();
      }}
      onExitTransitionEnd={focusPage}
      position="right"
      size="min(30rem, 100vw)"
      title={host === null ? '' : hostName(host)}
      closeButtonProps={{ 'aria-label': t('peers.details.close') }}
      styles={{ title: { fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      {peer && <PeerDetails peer={peer} />}
      {!peer && host !== null && <Text size="sm">{t('peers.details.unknown')}</Text>}
    </Drawer>
  );
}
