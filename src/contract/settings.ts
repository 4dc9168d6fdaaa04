import * as z from 'zod';
import { hostName, nanoTon, origin } from './common.ts';
import type { ConstantMessageId } from './messages/message.ts';
import { GB, GiB, MB } from './units.ts';

const port = z.int().min(0).max(65_535);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'settings.mustBeUrl' satisfies ConstantMessageId,
});

/** The currencies in which prices can be shown. */
export const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'RUB',
  'UAH',
  'KZT',
  'TRY',
  'AED',
  'INR',
  'IDR',
  'CNY',
  'JPY',
  'KRW',
  'BRL',
] as const;

/**
 * Every setting, named `section.name`, with its default; docs/settings.md explains them. Null means not set: a layer of
 * higher priority removes the value of a lower one by null.
 */
export const settings = z.strictObject({
  node: z
    .strictObject({
      type: z.enum(['private', 'public']).default('private'),
      public_host: origin.optional(),
      listen: z.string().min(1).default('127.0.0.1'),
      port: port.default(8471),
      cluster_file: z.string().min(1).max(4096).optional(),
    })
    .prefault({})
    .refine((node) => node.type === 'private' || node.public_host !== undefined, {
      path: ['public_host'],
      message: 'settings.publicHostNeeded' satisfies ConstantMessageId,
    }),
  dashboard: z
    .strictObject({
      port: port.default(8472),
      purpose: z.enum(['keep', 'share', 'sell']).optional(),
    })
    .prefault({}),
  network: z
    .strictObject({
      bootstrap: z.array(origin).default([]),
      allow_private_hosts: z.boolean().default(false),
      practice: z.boolean().default(false),
      practice_people: z.boolean().default(true),
      paused: z.boolean().default(false),
      pause_on_metered: z.boolean().default(true),
      pause_on_battery: z.boolean().default(false),
      down_bytes_per_s: z.int().positive().nullish(),
      up_bytes_per_s: z.int().positive().nullish(),
      index_contents: z.int().min(0).max(10_000_000).default(1_000_000),
    })
    .prefault({}),
  storage: z
    .strictObject({
      folder: z.string().min(1).max(4096).nullish(),
      copies_bytes: z
        .int()
        .nonnegative()
        .default(5 * GB),
      check_bytes_per_s: z
        .int()
        .nonnegative()
        .default(4 * MB),
      check_days: z.int().min(1).max(3650).default(30),
      quota_bytes: z.int().positive().nullish(),
      max_upload_bytes: z
        .int()
        .positive()
        .default(10 * GiB),
      free_space_floor_bytes: z.int().nonnegative().optional(),
      user_quota_bytes: z.int().positive().default(GiB),
      s3_file: z.string().min(1).max(4096).optional(),
    })
    .prefault({}),
  sign_in: z
    .strictObject({
      who: z.enum(['owner', 'list', 'anyone']).optional(),
      list: z.array(z.string().min(1).max(100)).default([]),
      domains: z.array(hostName).default([]),
      telegram_bot_token: z.string().min(1).optional().meta({ secret: true }),
      telegram_bot_id: z.int().positive().optional(),
      manifest_url: webAddress.optional(),
      wallets_file: z.string().min(1).optional(),
    })
    .prefault({}),
  operator: z
    .strictObject({
      name: z.string().min(1).max(100).optional(),
      description: z.string().min(1).max(1000).optional(),
      image_url: webAddress.optional(),
      links: z.array(webAddress).max(20).default([]),
      terms_url: webAddress.optional(),
      privacy_url: webAddress.optional(),
    })
    .prefault({}),
  activity: z.strictObject({ keep_days: z.int().min(0).max(3650).default(30) }).prefault({}),
  http: z
    .strictObject({
      allowed_origins: z.array(origin).default([]),
      trusted_proxies: z.array(z.string()).default([]),
      host_names: z.array(hostName).default([]),
      requests_per_minute: z.int().positive().default(600),
      handshakes_per_minute: z.int().positive().default(60),
      sign_ins_per_minute: z.int().positive().default(30),
    })
    .prefault({}),
  chain: z
    .strictObject({
      network: z.enum(['off', 'embedded', 'testnet', 'mainnet']).default('off'),
      endpoint: z.url().optional(),
      endpoints: z.array(z.url()).max(10).default([]),
      quorum: z.int().min(1).max(2).default(1),
      requests_per_second: z.int().min(1).max(1000).nullish(),
      api_key: z.string().min(1).optional().meta({ secret: true }),
      master_address: z.string().optional(),
      sponsor_registrations: z.boolean().default(false),
      sponsor_daily_limit: nanoTon.default('5000000000'),
      token_daily_limit: nanoTon.default('0'),
      offline_grace: z.int().min(0).max(31_536_000).default(86_400),
    })
    .prefault({}),
  prices: z
    .strictObject({
      currency: z.enum(currencies).optional(),
      source: webAddress.default('https://tonapi.io/v2/rates?tokens=gram&currencies={currency}'),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof settings>;

/** Settings of one layer: any part may be missing. */
export type SettingsInput = z.input<typeof settings>;
