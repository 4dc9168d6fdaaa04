import {
  IconAlertTriangle,
  IconCoins,
  IconFileCheck,
  IconFilePlus,
  IconGift,
  IconRefresh,
  IconShieldCheck,
  IconShoppingBag,
  IconUserStar,
} from '@tabler/icons-react';
import type {
  NotificationReason,
  OwnerNotification,
} from '../../../src/contract/dashboard-api/administration/notifications.ts';
import { shorten } from '../../lib/format/format.ts';
import { isFree, roundedAmount } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, paths } from '../../lib/paths.ts';
import type { BellItem } from './bell-item.ts';

interface Kind {
  Icon: BellItem['Icon'];
  text: (notification: OwnerNotification) => string;
  path: (notification: OwnerNotification) => string;
}

const titled = ({ title }: OwnerNotification): { title: string } => ({
  title: title?.trim() ? title : t('bell.untitled'),
});

/** Returns a function that returns the page of a single file, or `several` for more files. */
const fileOr =
  (several: string) =>
  ({ count, content_id: id, title }: OwnerNotification): string =>
    count === 1 && id !== null && title !== null ? itemPathOf(id) : several;

const counted =
  (what: 'uploaded' | 'damaged' | 'missing' | 'repaired') =>
  (notification: OwnerNotification): string =>
    notification.count === 1
      ? t(`bell.${what}File`, titled(notification))
      : t(`bell.${what}Files`, { count: notification.count });

function followedText(notification: OwnerNotification): string {
  const { count, author } = notification;
  if (count > 1) return t('bell.followedFiles', { count });
  return author
    ? t('bell.followedFile', { ...titled(notification), author })
    : t('bell.followedUnnamed', titled(notification));
}

function soldText(notification: OwnerNotification): string {
  const price = notification.price ?? '0';
  const sale = { ...titled(notification), buyer: shorten(notification.buyer ?? '', 4, 4) };
  return isFree(price) ? t('bell.soldFree', sale) : t('bell.sold', { ...sale, price: roundedAmount(price) });
}

function boughtText(notification: OwnerNotification): string {
  const price = notification.price ?? '0';
  const item = titled(notification);
  return isFree(price)
    ? t('bell.boughtFree', item)
    : t('bell.bought', { ...item, price: roundedAmount(price) });
}

/** Icon, text and page of each message of the activity log that concerns the owner. */
const kinds: Record<NotificationReason, Kind> = {
  'activity.uploaded': {
    Icon: IconFilePlus,
    text: counted('uploaded'),
    path: fileOr(paths.library),
  },
  'activity.followedDownloaded': {
    Icon: IconUserStar,
    text: followedText,
    path: fileOr(paths.following),
  },
  'activity.sold': {
    Icon: IconCoins,
    text: soldText,
    // Opens the tab that lists the buyers.
    path: ({ content_id: id }) => (id === null ? paths.wallet : `${itemPathOf(id)}?tab=sharing`),
  },
  'activity.bought': { Icon: IconShoppingBag, text: boughtText, path: fileOr(paths.bought) },
  'activity.delivered': {
    Icon: IconFileCheck,
    text: (one) => t('bell.delivered', titled(one)),
    path: fileOr(paths.bought),
  },
  'activity.licenceReceived': { Icon: IconGift, text: () => t('bell.given'), path: () => paths.given },
  'activity.storeReplaced': {
    Icon: IconRefresh,
    text: () => t('bell.storeReplaced'),
    path: () => paths.store,
  },
  'activity.damageFound': {
    Icon: IconAlertTriangle,
    text: counted('damaged'),
    path: () => paths.storage,
  },
  'activity.missingFound': {
    Icon: IconAlertTriangle,
    text: counted('missing'),
    path: () => paths.storage,
  },
  'activity.repaired': {
    Icon: IconShieldCheck,
    text: counted('repaired'),
    path: () => paths.storage,
  },
};

/** Returns the line of a notification. */
export function logItem(notification: OwnerNotification): BellItem {
  const { id, at, is_new: isNew, reason } = notification;
  const { Icon, text, path } = kinds[reason];
  const isQuiet = reason === 'activity.uploaded';
  return { key: id, Icon, text: text(notification), at, path: path(notification), isNew, isQuiet };
}
