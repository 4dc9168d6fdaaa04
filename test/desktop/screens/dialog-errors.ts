import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { SettingsState } from '../../../src/contract/dashboard-api/administration/settings.ts';
import type { SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import type { LocalContent, LocalContentPage } from '../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import type { StandIns } from '../support/stand-ins.ts';
import { storageInTrouble } from './error-states.ts';

const at = new Date(Date.now() - 90_000_000).toISOString();
const idOf = (letter: string) => `bafkrei${letter.repeat(52)}`;

/** The page of a content that is sold and not licensed here, and of one without a viewer. */
export const unlicensedPath = `item/${idOf('v')}`;
export const unviewablePath = `item/${idOf('z')}`;

const signIn: SignInState = {
  who: 'list',
  list: [`UQ${'A'.repeat(46)}`, 'Telegram user 123456789'],
  owner: {
    wallets: [{ address: `UQ${'D'.repeat(46)}`, version: 'v4r2', linked_at: at }],
    telegram: 'Ada Lovelace, who has a rather long name there',
  },
  connection: {
    ...{
      state: 'failed',
      wallet_app_name: 'one',
      connection_link: 'tc://?v=2&id=a',
      expires_at: at,
      features: null,
    },
    message: { reason: 'auth.connectOtherPayload', params: {} },
  },
  wallet_apps: [
    { app_name: 'one', name: 'A wallet app with a long name', page_url: null },
    { app_name: 'other', name: 'Other', page_url: null },
  ],
  manifest: { url: 'http://127.0.0.1:3000/api/tonconnect-manifest.json', reachable: false },
  telegram: 'bot_token',
  domains: ['app.example.org', 'a-web-app-with-a-long-name.department.example.org'],
};

const users = [
  {
    ...{ id: 'grace', name: 'Grace Hopper', telegram_id: 123_456_789, wallets: signIn.owner.wallets },
    ...{ created_at: at, last_seen_at: at, sessions: 3 },
    ...{ contents: 87, content_bytes: 98_000_000, counted_bytes: 98_700_000, quota_bytes: 100_000_000 },
  },
];

const unlicensed = {
  ...{ type: 'about:blank', title: 'Licence required', status: 402, code: 'licence_required' },
  ...{ detail: 'No licence of this node opens it.', instance: 'a' },
};

/** An item that is only stored here. */
const itemOf = (content: LocalContent): Item => ({
  ...{ item_id: content.content_id, content, offer: null, remote: null, author_address: null },
  ...{ collections: [], sales: null },
});

interface Real {
  content: LocalContentPage;
  overview: Overview;
  settings: SettingsState;
}

/**
 * The pages of questions that a new node does not show: practice mode, users, another folder, a restart, no
 * licence.
 */
export function questions({ content, overview, settings }: Real): StandIns {
  const storage = storageInTrouble();
  const [stored] = content.items;
  if (!stored) throw new Error('There is no content.');
  const encrypted = {
    content_address: `kQ${'a'.repeat(46)}`,
    plain_type: 'audio/mpeg',
    withdrawn: false,
    plain_size: 9,
    key: true,
  };
  const opened: AccessLink = {
    ...{ url: stored.content_url, content_type: 'application/zip', size: stored.size },
    ...{ downloadable: true, expires_at: new Date(Date.now() + 600_000).toISOString() },
  };
  return {
    '/local/overview': { ...overview, network: { ...overview.network, mode: 'practice' } },
    '/local/sign-in': signIn,
    '/local/users': { users, next_cursor: null, total: users.length },
    '/local/storage': { ...storage, folder: '/media/ada/A large disk/alcove', move: null },
    '/local/settings': {
      can_restart: true,
      settings: settings.settings.map((setting) => ({
        ...setting,
        waits_for_restart: setting.needs_restart,
      })),
    } satisfies SettingsState,
    [`/local/items/${idOf('v')}`]: itemOf({ ...stored, content_id: idOf('v'), encrypted }),
    [`/local/content/${idOf('v')}/access-link`]: unlicensed,
    [`/local/items/${idOf('z')}`]: itemOf({ ...stored, content_id: idOf('z') }),
    [`/local/content/${idOf('z')}/access-link`]: opened,
  };
}
