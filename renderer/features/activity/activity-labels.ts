import {
  IconCloudDownload,
  IconDatabase,
  IconDownload,
  IconFileUpload,
  IconKey,
  IconLockOpen,
  IconLogin2,
  IconLogout2,
  IconPencil,
  IconRefresh,
  IconServer2,
  IconShare,
  IconShieldOff,
  IconShieldX,
  IconTopologyStar3,
  IconTrash,
  IconWallet,
} from '@tabler/icons-react';
import type {
  ActivityEntry,
  ActivityKind,
} from '../../../src/contract/dashboard-api/administration/activity.ts';
import { t } from '../../lib/i18n/language.ts';

const icons: Record<ActivityKind, typeof IconKey> = {
  upload: IconFileUpload,
  download: IconDownload,
  edit: IconPencil,
  delete: IconTrash,
  block: IconShieldX,
  unblock: IconLockOpen,
  sign_in: IconLogin2,
  sign_out: IconLogout2,
  wallet: IconWallet,
  token: IconKey,
  peer: IconTopologyStar3,
  sync: IconRefresh,
  fetch: IconCloudDownload,
  share: IconShare,
  store: IconDatabase,
  refused: IconShieldOff,
  node: IconServer2,
};

export function kindLabel(kind: ActivityKind): { label: string; Icon: typeof IconKey } {
  return { label: t(`activity.kind.${kind}`), Icon: icons[kind] };
}

/** All kinds, in the order of the filters. */
export const activityKinds = Object.keys(icons) as ActivityKind[];

const loopback = ['127.0.0.1', '::1'];

/** Returns the kind of an actor, and its name if it has one. */
export function actorLabel({ actor: { type, name }, address }: Pick<ActivityEntry, 'actor' | 'address'>): {
  who: string;
  name: string | null;
} {
  // No token is needed to read files, so the program is unknown.
  if (type === 'anonymous' && address !== null && loopback.includes(address)) {
    return { who: t('activity.actor.onThisComputer'), name: null };
  }
  // The node gives this name only to the owner.
  if (type === 'user' && name === 'owner') return { who: t('activity.actor.ownerSignedIn'), name: null };
  const named = type === 'api_token' || type === 'user' || type === 'peer';
  return { who: t(`activity.actor.${type}`), name: named && name !== '' ? name : null };
}
