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
import type { ActivityKind } from '../../src/contract/activity.ts';
import type { ActivityEntry } from '../../src/contract/endpoints/local-activity.ts';

interface KindWords {
  label: string;
  Icon: typeof IconKey;
}

const kinds: Record<ActivityKind, KindWords> = {
  upload: { label: 'File stored', Icon: IconFileUpload },
  download: { label: 'File fetched', Icon: IconDownload },
  edit: { label: 'Details changed', Icon: IconPencil },
  delete: { label: 'File deleted', Icon: IconTrash },
  block: { label: 'Content blocked', Icon: IconShieldX },
  unblock: { label: 'Block lifted', Icon: IconLockOpen },
  sign_in: { label: 'Signed in', Icon: IconLogin2 },
  sign_out: { label: 'Signed out', Icon: IconLogout2 },
  wallet: { label: 'Wallet', Icon: IconWallet },
  token: { label: 'Token', Icon: IconKey },
  peer: { label: 'Peer', Icon: IconTopologyStar3 },
  sync: { label: 'Synchronised', Icon: IconRefresh },
  fetch: { label: 'Copied from another node', Icon: IconCloudDownload },
  share: { label: 'Shared', Icon: IconShare },
  store: { label: 'Store', Icon: IconDatabase },
  refused: { label: 'Refused', Icon: IconShieldOff },
  node: { label: 'Node', Icon: IconServer2 },
};

/** What a kind of activity is called. */
export function kindWords(kind: ActivityKind): KindWords {
  return kinds[kind];
}

/** In the order in which they are offered as filters. */
export const activityKinds = Object.keys(kinds) as ActivityKind[];

const actors: Record<ActivityEntry['actor']['type'], string> = {
  dashboard: 'You, in the dashboard',
  command: 'You, by a command',
  api_token: 'A bot',
  user: 'Someone signed in',
  anonymous: 'Someone without a token',
  peer: 'Another node',
  node: 'This node itself',
};

/** Who did something: the kind of actor, and its name where that says more. */
export function actorWords({ type, name }: ActivityEntry['actor']): { who: string; name: string | null } {
  // No one else is ever called so by the node.
  if (type === 'user' && name === 'owner') return { who: 'You, signed in', name: null };
  const named = type === 'api_token' || type === 'user' || type === 'peer';
  return { who: actors[type], name: named && name !== '' ? name : null };
}
