import * as z from 'zod';
import { hostName, nanoTon, origin } from './common.ts';
import type { ConstantMessageId } from './messages/message.ts';
import { GiB } from './units.ts';

const port = z.int().min(0).max(65_535);

/**
 * Every setting, named `section.name`, with its default. A port of 0 picks a free one. Null means not set, with which a
 * layer of higher priority removes a value of a lower one.
 */
export const settings = z.strictObject({
  node: z
    .strictObject({
      type: z
        .enum(['private', 'public'])
        .default('private')
        .describe('Other nodes never list a private node'),
      public_host: origin.optional().describe('The origin under which others reach a public node'),
      listen: z.string().min(1).default('127.0.0.1').describe('The address on which the node API listens'),
      port: port.default(8471).describe('The port of the node API'),
    })
    .prefault({})
    .refine((node) => node.type === 'private' || node.public_host !== undefined, {
      path: ['public_host'],
      message: 'settings.publicHostNeeded' satisfies ConstantMessageId,
    }),
  dashboard: z
    .strictObject({ port: port.default(8472).describe('The port of the dashboard, always on loopback') })
    .prefault({}),
  network: z
    .strictObject({
      bootstrap: z.array(origin).default([]).describe('Public nodes for the first handshakes'),
      allow_private_hosts: z
        .boolean()
        .default(false)
        .describe('Also contact nodes at loopback and local addresses that other nodes report'),
      practice: z.boolean().default(false).describe('Run a public node beside this one for practice'),
      paused: z
        .boolean()
        .default(false)
        .describe('Pause background work with other nodes; requests of users continue'),
      pause_on_metered: z
        .boolean()
        .default(true)
        .describe('Pause likewise on metered connections, if the system reports them'),
      pause_on_battery: z
        .boolean()
        .default(false)
        .describe('Pause likewise on battery power, in the desktop app'),
      down_bytes_per_s: z
        .int()
        .positive()
        .nullish()
        .describe('Limit for data received from other nodes, in bytes per second'),
      up_bytes_per_s: z
        .int()
        .positive()
        .nullish()
        .describe('Limit for data sent to other computers, in bytes per second'),
      index_contents: z
        .int()
        .min(0)
        .max(10_000_000)
        .default(1_000_000)
        .describe(
          'Discovery limit: the most contents of other nodes in the remote index; 0 turns discovery off',
        ),
    })
    .prefault({}),
  storage: z
    .strictObject({
      folder: z
        .string()
        .min(1)
        .max(4096)
        .nullish()
        .describe('The folder for stored files; default: the data folder'),
      copies_bytes: z
        .int()
        .nonnegative()
        .default(5 * GiB)
        .describe(
          'Size of the cache of contents from other nodes; the least recently used are evicted first',
        ),
      check_bytes_per_s: z
        .int()
        .nonnegative()
        .default(4 * 1024 * 1024)
        .describe('Speed of the background check of stored files, in bytes per second; 0 turns it off'),
      check_days: z
        .int()
        .min(1)
        .max(3650)
        .default(30)
        .describe('Approximate interval in which every stored file is checked, in days'),
      quota_bytes: z
        .int()
        .positive()
        .nullish()
        .describe(
          'Quota of all stored content; each file counts its size and 8 KiB, and a tenth is reserved for the owner',
        ),
      max_upload_bytes: z
        .int()
        .positive()
        .default(10 * GiB)
        .describe('The largest single upload; its encrypted file may be a little larger if it is sold'),
      free_space_floor_bytes: z
        .int()
        .nonnegative()
        .optional()
        .describe('Disk space to leave free; default: the larger of 1 GiB and 5 %'),
      user_quota_bytes: z
        .int()
        .positive()
        .default(GiB)
        .describe('Quota of each user who signs in, counted likewise; the owner may use the whole quota'),
    })
    .prefault({}),
  sign_in: z
    .strictObject({
      who: z
        .enum(['owner', 'list', 'anyone'])
        .optional()
        .describe('Who may sign in; default: owner on a private node, anyone on a public one'),
      list: z
        .array(z.string().min(1).max(100))
        .default([])
        .describe('With list: who may sign in besides the owner; TON addresses, or telegram: and an id'),
      domains: z
        .array(hostName)
        .default([])
        .describe('Domains for which wallets may sign proofs, besides the public host’s'),
      telegram_bot_token: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'Verifies the init data of this bot', secret: true }),
      telegram_bot_id: z
        .int()
        .positive()
        .optional()
        .describe('Verifies init data of this bot by Telegram’s signature, without its token'),
      manifest_url: z
        .url({ protocol: /^https?$/, error: 'settings.mustBeUrl' satisfies ConstantMessageId })
        .optional()
        .describe('A TON Connect manifest for wallets instead of this node’s own'),
      wallets_file: z
        .string()
        .min(1)
        .optional()
        .describe('A TON Connect wallets list (JSON) instead of the one that Alcove contains'),
    })
    .prefault({}),
  activity: z
    .strictObject({
      keep_days: z
        .int()
        .min(0)
        .max(3650)
        .default(30)
        .describe('Days for which the activity log keeps an entry; 0 keeps none'),
    })
    .prefault({}),
  http: z
    .strictObject({
      allowed_origins: z
        .array(origin)
        .default([])
        .describe('Web apps that may call the node API from a browser, besides pages on loopback'),
      trusted_proxies: z
        .array(z.string())
        .default([])
        .describe('Addresses of trusted reverse proxies, whose X-Forwarded headers are used'),
      host_names: z.array(hostName).default([]).describe('Other host names that this node answers to'),
      requests_per_minute: z.int().positive().default(600).describe('Limit per address, on a public node'),
      handshakes_per_minute: z.int().positive().default(60).describe('Limit per address, on a public node'),
      sign_ins_per_minute: z.int().positive().default(30).describe('Limit per address, on a public node'),
    })
    .prefault({}),
  chain: z
    .strictObject({
      network: z
        .enum(['off', 'embedded', 'testnet', 'mainnet'])
        .default('off')
        .describe('The chain: off, embedded (on this computer, for practice), testnet or mainnet'),
      endpoint: z
        .url()
        .optional()
        .describe(
          'Address of the chain API (toncenter v2, …/api/v2/jsonRPC); default: the public service, embedded: inside this node',
        ),
      api_key: z.string().min(1).optional().meta({ description: 'Key for the endpoint', secret: true }),
      master_address: z.string().optional().describe('The platform to use instead of the computed one'),
      sponsor_registrations: z
        .boolean()
        .default(false)
        .describe('Pay for registrations of users who signed in with a wallet, from this node’s wallet'),
      sponsor_daily_limit: nanoTon
        .default('5000000000')
        .describe('Daily limit for all these registrations, in nanoTON'),
      token_daily_limit: nanoTon
        .default('0')
        .describe('Daily limit for programs with a token for the chain, from this node’s wallet, in nanoTON'),
      offline_grace: z
        .int()
        .min(0)
        .max(31_536_000)
        .default(86_400)
        .describe(
          'Seconds for which others may use purchases while the chain is unreachable and ownership cannot be verified',
        ),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof settings>;

/** Settings of one layer: any part may be missing. */
export type SettingsInput = z.input<typeof settings>;
