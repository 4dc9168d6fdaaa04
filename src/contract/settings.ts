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
        .describe('A private node is never listed by others'),
      public_host: origin.optional().describe('The origin at which the world reaches a public node'),
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
      bootstrap: z.array(origin).default([]).describe('Public nodes to shake hands with first'),
      allow_private_hosts: z
        .boolean()
        .default(false)
        .describe('Also contact nodes at loopback and local addresses that other nodes named'),
      practice: z.boolean().default(false).describe('Run a public node beside this one, to practise with'),
      paused: z
        .boolean()
        .default(false)
        .describe('Do nothing in the background with other nodes; what somebody asks for goes on'),
      pause_on_metered: z
        .boolean()
        .default(true)
        .describe('The same while the connection is metered, where the system tells'),
      pause_on_battery: z
        .boolean()
        .default(false)
        .describe('The same while the computer runs on battery; the desktop app knows'),
      down_bytes_per_s: z
        .int()
        .positive()
        .nullish()
        .describe('The most that is received from other nodes, in bytes per second'),
      up_bytes_per_s: z
        .int()
        .positive()
        .nullish()
        .describe('The most that is sent to other computers, in bytes per second'),
      index_contents: z
        .int()
        .min(0)
        .max(10_000_000)
        .default(1_000_000)
        .describe('How many contents of other nodes are known at most; 0 turns synchronising off'),
    })
    .prefault({}),
  storage: z
    .strictObject({
      folder: z
        .string()
        .min(1)
        .max(4096)
        .nullish()
        .describe('Where stored files lie; the data folder where not set'),
      copies_bytes: z
        .int()
        .nonnegative()
        .default(5 * GiB)
        .describe('How much copies from other nodes may take; the least recently used go first'),
      check_bytes_per_s: z
        .int()
        .nonnegative()
        .default(4 * 1024 * 1024)
        .describe('How fast stored files are checked in the background; 0 turns it off'),
      check_days: z
        .int()
        .min(1)
        .max(3650)
        .default(30)
        .describe('Every stored file is checked about this often, in days'),
      quota_bytes: z
        .int()
        .positive()
        .nullish()
        .describe(
          'How much stored content may take in all; each file counts its size and 8 KiB, and a tenth is the owner’s alone',
        ),
      max_upload_bytes: z
        .int()
        .positive()
        .default(10 * GiB)
        .describe('The largest single upload; when it is sold, its encrypted file may be a little larger'),
      free_space_floor_bytes: z
        .int()
        .nonnegative()
        .optional()
        .describe('Disk space left free; the larger of 1 GiB and 5 % where not set'),
      user_quota_bytes: z
        .int()
        .positive()
        .default(GiB)
        .describe('How much each user who signs in may store, counted likewise; the owner has the whole'),
    })
    .prefault({}),
  sign_in: z
    .strictObject({
      who: z
        .enum(['owner', 'list', 'anyone'])
        .optional()
        .describe('Who may sign in: owner where not set on a private node, anyone on a public one'),
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
        .meta({ description: 'Checks the init data of this bot', secret: true }),
      telegram_bot_id: z
        .int()
        .positive()
        .optional()
        .describe('Checks init data of this bot by Telegram’s signature, without its token'),
      manifest_url: z
        .url({ protocol: /^https?$/, error: 'settings.mustBeUrl' satisfies ConstantMessageId })
        .optional()
        .describe('A TON Connect manifest to show to wallets instead of this node’s own'),
      wallets_file: z
        .string()
        .min(1)
        .optional()
        .describe('A TON Connect wallets list (JSON) to use instead of the one that comes with Alcove'),
    })
    .prefault({}),
  activity: z
    .strictObject({
      keep_days: z
        .int()
        .min(0)
        .max(3650)
        .default(30)
        .describe('How long the activity log keeps an entry; 0 keeps none'),
    })
    .prefault({}),
  http: z
    .strictObject({
      allowed_origins: z
        .array(origin)
        .default([])
        .describe('Web apps that may call the node API from a browser, besides pages on loopback'),
      trusted_proxies: z.array(z.string()).default([]).describe('Addresses whose X-Forwarded headers count'),
      host_names: z.array(hostName).default([]).describe('Further host names this node answers to'),
      requests_per_minute: z.int().positive().default(600).describe('Per address, on a public node'),
      handshakes_per_minute: z.int().positive().default(60).describe('Per address, on a public node'),
      sign_ins_per_minute: z.int().positive().default(30).describe('Per address, on a public node'),
    })
    .prefault({}),
  chain: z
    .strictObject({
      network: z
        .enum(['off', 'embedded', 'testnet', 'mainnet'])
        .default('off')
        .describe('Which chain: none, one on this computer for practice, or TON itself'),
      endpoint: z
        .url()
        .optional()
        .describe(
          'Where to ask the chain (toncenter v2, …/api/v2/jsonRPC); default: the public service, embedded: inside this node',
        ),
      api_key: z.string().min(1).optional().meta({ description: 'Key for the endpoint', secret: true }),
      master_address: z.string().optional().describe('The platform to use instead of the computed one'),
      sponsor_registrations: z
        .boolean()
        .default(false)
        .describe('Whether this node’s wallet pays for registrations of whoever signed in with a wallet'),
      sponsor_daily_limit: nanoTon
        .default('5000000000')
        .describe('In nanoTON, for all registrations of a day'),
      token_daily_limit: nanoTon
        .default('0')
        .describe(
          'In nanoTON: what programs with a token for the chain may spend of this node’s wallet in a day',
        ),
      offline_grace: z
        .int()
        .min(0)
        .max(31_536_000)
        .default(86_400)
        .describe(
          'In seconds: how long others may use what they bought while the chain cannot be asked whether it is still theirs',
        ),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof settings>;

/** Settings of one layer: any part may be missing. */
export type SettingsInput = z.input<typeof settings>;
