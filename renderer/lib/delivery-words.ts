import type { Delivery, OwnedLicence } from '../../src/contract/local-chain.ts';
import { lookOf } from '../viewer/messages.ts';
import { formatBytes, formatPercent } from './format.ts';

/** Whether what was bought is on this node, and the app shows it. */
export function canOpen({ delivery, content }: Pick<OwnedLicence, 'delivery' | 'content'>): boolean {
  const isHere = delivery === null ? content.content_url !== null : delivery.state === 'here';
  return isHere && content.content_id !== null && lookOf(content.content_type) !== undefined;
}

/** Whether the file has come, and only its key has not. */
export function isKeyMissing({ received, size }: Pick<Delivery, 'received' | 'size'>): boolean {
  return size !== null && size > 0 && received >= size;
}

/** How far what was bought is on its way to this node, and what to do; null: it is here. */
export function deliveryWords({ state, message, received, size }: Delivery): string | null {
  switch (state) {
    case 'here':
      return null;
    case 'fetching':
      if (isKeyMissing({ received, size })) return 'The encrypted file is here. Your node asks for its key.';
      return size === null || size === 0
        ? `On its way, ${formatBytes(received)}`
        : `On its way, ${formatPercent(received / size)} of ${formatBytes(size)}`;
    case 'waiting':
      return message ?? 'Your node asks for its file and key.';
    case 'failed':
      return message ?? 'It could not be brought here. Your node tries again.';
    case 'external':
      return message ?? 'A connected wallet holds this licence, so your node cannot ask for its key.';
  }
}
