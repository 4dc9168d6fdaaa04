import { Drawer, Text } from '@mantine/core';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { hostName } from '../../lib/peer-words.ts';
import { PeerDetails } from './peer-details.tsx';
import { useOpenPeer } from './use-open-peer.ts';

/** The details of the peer that the address names, at the side of the page. */
export function PeerPanel({ peers }: { peers: readonly LocalPeer[] }) {
  const { host, close } = useOpenPeer();
  const peer = peers.find((each) => each.host === host);
  return (
    <Drawer
      opened={host !== null}
      onClose={close}
      position="right"
      size="min(30rem, 100vw)"
      title={host === null ? '' : hostName(host)}
      closeButtonProps={{ 'aria-label': 'Close the details' }}
      styles={{ title: { fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      {peer && <PeerDetails peer={peer} />}
      {!peer && host !== null && <Text size="sm">Your node does not know this peer, or no longer.</Text>}
    </Drawer>
  );
}
