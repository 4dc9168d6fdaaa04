import { notifications } from '@mantine/notifications';
import type { LocalPeer } from '../../src/contract/local.ts';

/** Says how the first handshake with a peer that a person added went; a failure stays until it was read. */
export function announcePeer({ host, failure }: LocalPeer): void {
  if (failure === null) {
    notifications.show({ color: 'green', message: `${host} is a peer now.` });
    return;
  }
  notifications.show({
    color: 'orange',
    autoClose: false,
    title: `${host} was added, but the handshake failed`,
    message: failure.message,
  });
}
