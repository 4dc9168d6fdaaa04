import type { SettingName } from '../../../src/contract/setting-names.ts';
import { type PageName, paths } from '../../lib/paths.ts';

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
  /** In nanograms. */
  | 'ton'
  | 'secret';

/** The settings of each topic with their kinds, in page order; the general ones belong to the dashboard and the app. */
export const sections = {
  purpose: {
    'dashboard.purpose': 'choice',
  },
  prices: {
    'prices.currency': 'choice',
  },
  node: {
    'node.type': 'choice',
    'node.public_host': 'origin',
    'node.listen': 'text',
    'node.port': 'port',
    'dashboard.port': 'port',
    'network.bootstrap': 'origins',
    'network.allow_private_hosts': 'switch',
    'network.practice': 'switch',
    'network.practice_people': 'switch',
  },
  storage: {
    'storage.folder': 'text',
    'storage.quota_bytes': 'size',
    'storage.copies_bytes': 'size',
    'storage.user_quota_bytes': 'size',
    'storage.max_upload_bytes': 'size',
    'storage.free_space_floor_bytes': 'size',
    'storage.s3_file': 'text',
    'storage.check_days': 'days',
    'storage.check_bytes_per_s': 'rate',
  },
  bandwidth: {
    'network.paused': 'switch',
    'network.pause_on_metered': 'switch',
    'network.pause_on_battery': 'switch',
    'network.down_bytes_per_s': 'rate',
    'network.up_bytes_per_s': 'rate',
  },
  chain: {
    'chain.network': 'choice',
    'chain.endpoint': 'url',
    'chain.api_key': 'secret',
    'chain.endpoints': 'lines',
    'chain.quorum': 'count',
    'chain.requests_per_second': 'count',
    'chain.master_address': 'text',
    'chain.sponsor_registrations': 'switch',
    'chain.sponsor_daily_limit': 'ton',
    'chain.offline_grace': 'duration',
    'prices.source': 'url',
  },
  signIn: {
    'sign_in.who': 'choice',
    'sign_in.list': 'lines',
    'sign_in.domains': 'hosts',
    'sign_in.telegram_bot_token': 'secret',
    'sign_in.telegram_bot_id': 'count',
    'sign_in.manifest_url': 'url',
  },
  operator: {
    'operator.name': 'text',
    'operator.description': 'text',
    'operator.image_url': 'url',
    'operator.links': 'lines',
    'operator.terms_url': 'url',
    'operator.privacy_url': 'url',
  },
  programs: {
    'http.allowed_origins': 'origins',
    'chain.token_daily_limit': 'ton',
    'http.requests_per_minute': 'count',
    'http.handshakes_per_minute': 'count',
    'http.sign_ins_per_minute': 'count',
  },
  privacy: {
    'activity.keep_days': 'days',
  },
  advanced: {
    'network.index_contents': 'count',
    'http.host_names': 'hosts',
    'http.trusted_proxies': 'lines',
    'sign_in.wallets_file': 'text',
    'node.cluster_file': 'text',
  },
} as const satisfies Record<string, { [Name in SettingName]?: SettingKind }>;

type Sections = typeof sections;
type ListedName = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];

/** The kind of each setting. Does not compile while `sections` lacks a setting. */
export const kinds: Record<SettingName, SettingKind> = Object.assign(
  {},
  ...Object.values(sections),
) as Record<ListedName, SettingKind>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

/** The pages of the settings, in their order. */
export const settingsPages = [
  'general',
  'privacy',
  'backup',
  'folders',
  'network',
  'access',
  'developers',
  'advanced',
] as const satisfies readonly PageName[];

/** The page of each section. */
const pageOf: Record<SectionName, (typeof settingsPages)[number]> = {
  purpose: 'general',
  prices: 'general',
  node: 'network',
  bandwidth: 'network',
  chain: 'network',
  signIn: 'access',
  operator: 'access',
  programs: 'developers',
  privacy: 'privacy',
  storage: 'advanced',
  advanced: 'advanced',
};

/** The settings of the dashboard on this computer, which the node does not store. */
export const generalSettings = ['language', 'appearance'] as const;
export type GeneralSetting = (typeof generalSettings)[number];

export const generalSettingUrl = (name: GeneralSetting): string => `${paths.general}#${name}`;

/** Returns the id of the row of a setting: not that in URLs, since a browser that finds it moves the focus away. */
export const rowIdOf = (name: string): string => `setting-${name}`;

/** Returns the URL of a setting; of the first page for an unknown name. */
export function settingUrl(name: string): string {
  const section = sectionNames.find((one) => name in sections[one]);
  return section ? `${paths[pageOf[section]]}#${name}` : paths.general;
}
