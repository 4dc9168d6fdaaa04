import type { LicenceDelivery, OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { formatBytes, formatPercent } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { messageText } from '../../../lib/i18n/node-messages.ts';
import { viewerKindOf } from '../../../viewer/messages.ts';

/** Returns whether a purchase is stored here and the app can show it. */
export function canOpen({ delivery, content }: Pick<OwnedLicence, 'delivery' | 'content'>): boolean {
  const isHere = delivery === null ? content.content_url !== null : delivery.state === 'here';
  return isHere && content.content_id !== null && viewerKindOf(content.content_type) !== undefined;
}

/** Returns whether the file has arrived and only its key is missing. */
export function isKeyMissing({ received, size }: Pick<LicenceDelivery, 'received' | 'size'>): boolean {
  return size !== null && size > 0 && received >= size;
}

/** Returns the progress of a purchase delivery and the next step; null if it is complete or was not requested. */
export function deliveryLabel({ state, message, received, size }: LicenceDelivery): string | null {
  switch (state) {
    case 'here':
    case 'undecided':
      return null;
    case 'fetching':
      if (isKeyMissing({ received, size })) return t('purchases.delivery.keyMissing');
      return size === null || size === 0
        ? t('purchases.delivery.fetching', { received: formatBytes(received) })
        : t('purchases.delivery.fetchingOf', {
            share: formatPercent(received / size),
            size: formatBytes(size),
          });
    default:
      return message ? messageText(message) : t(`purchases.delivery.${state}`);
  }
}
