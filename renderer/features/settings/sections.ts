import type { SettingName } from '../../../src/contract/setting-names.ts';

/** Input format of a setting. */
export type SettingKind =
  | 'switch'
  | 'choice'
  | 'text'
  | 'url'
  | 'origin'
  /** One value per line. */
  | 'lines'
  | 'origins'
  | 'hosts'
  | 'port'
  | 'count'
  | 'days'
  /** In bytes. */
  | 'size'
  /** In bytes per second. */
  | 'rate'
  /** In seconds. */
  | 'duration'
  /** In nanoTON. */
  | 'ton'
  | 'secret';

export const kinds: Record<SettingName, SettingKind> = {
  'node.type': 'choice',
  'node.public_host': 'origin',
  'node.listen': 'text',
  'node.port': 'port',
  'dashboard.port': 'port',
  'network.bootstrap': 'origins',
  'network.allow_private_hosts': 'switch',
  'network.practice': 'switch',
  'network.paused': 'switch',
  'network.pause_on_metered': 'switch',
  'network.pause_on_battery': 'switch',
  'network.down_bytes_per_s': 'rate',
  'network.up_bytes_per_s': 'rate',
  'network.index_contents': 'count',
  'storage.folder': 'text',
  'storage.copies_bytes': 'size',
  'storage.check_bytes_per_s': 'rate',
  'storage.check_days': 'days',
  'storage.quota_bytes': 'size',
  'storage.max_upload_bytes': 'size',
  'storage.free_space_floor_bytes': 'size',
  'storage.user_quota_bytes': 'size',
  'sign_in.who': 'choice',
  'sign_in.list': 'lines',
  'sign_in.domains': 'hosts',
  'sign_in.telegram_bot_token': 'secret',
  'sign_in.telegram_bot_id': 'count',
  'sign_in.manifest_url': 'url',
  'sign_in.wallets_file': 'text',
  'activity.keep_days': 'days',
  'http.allowed_origins': 'origins',
  'http.trusted_proxies': 'lines',
  'http.host_names': 'hosts',
  'http.requests_per_minute': 'count',
  'http.handshakes_per_minute': 'count',
  'http.sign_ins_per_minute': 'count',
  'chain.network': 'choice',
  'chain.endpoint': 'url',
  'chain.api_key': 'secret',
  'chain.master_address': 'text',
  'chain.sponsor_registrations': 'switch',
  'chain.sponsor_daily_limit': 'ton',
  'chain.token_daily_limit': 'ton',
  'chain.offline_grace': 'duration',
};

/** Settings by topic, in page order; the general ones belong to the dashboard and the app. */
export const sections = {
  node: [
    'node.type',
    'node.public_host',
    'node.listen',
    'node.port',
    'dashboard.port',
    'network.bootstrap',
    'network.allow_private_hosts',
    'network.practice',
  ],
  storage: [
    'storage.folder',
    'storage.quota_bytes',
    'storage.copies_bytes',
    'storage.user_quota_bytes',
    'storage.max_upload_bytes',
    'storage.free_space_floor_bytes',
    'storage.check_days',
    'storage.check_bytes_per_s',
  ],
  bandwidth: [
    'network.paused',
    'network.pause_on_metered',
    'network.pause_on_battery',
    'network.down_bytes_per_s',
    'network.up_bytes_per_s',
  ],
  chain: [
    'chain.network',
    'chain.endpoint',
    'chain.api_key',
    'chain.master_address',
    'chain.sponsor_registrations',
    'chain.sponsor_daily_limit',
    'chain.offline_grace',
  ],
  signIn: [
    'sign_in.who',
    'sign_in.list',
    'sign_in.domains',
    'sign_in.telegram_bot_token',
    'sign_in.telegram_bot_id',
    'sign_in.manifest_url',
  ],
  programs: [
    'http.allowed_origins',
    'chain.token_daily_limit',
    'http.requests_per_minute',
    'http.handshakes_per_minute',
    'http.sign_ins_per_minute',
  ],
  advanced: [
    'network.index_contents',
    'activity.keep_days',
    'http.host_names',
    'http.trusted_proxies',
    'sign_in.wallets_file',
  ],
} as const satisfies Record<string, readonly SettingName[]>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
