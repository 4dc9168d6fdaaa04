import * as z from 'zod';
import { origin, sha256Hex, timestamp } from './common.ts';
import { publicKey } from './endpoints/network.ts';
import { scope } from './scopes.ts';

/** Bytes of the largest recovery file that is made or read. */
export const mostRecoveryBytes = 64 * 1024 * 1024;

/** What of each kind there can be, by the names of the sections of a recovery file. */
export const recoverySection = z.enum([
  'settings',
  'content_keys',
  'receipts',
  'sealings',
  'peers',
  'blocked',
  'subscriptions',
  'api_tokens',
  'owner',
  'wallets',
  'share_hosts',
]);
export type RecoverySection = z.infer<typeof recoverySection>;

/** Characters that all settings take as JSON at most. */
export const mostSettings = 1024 * 1024;

const milliseconds = z.int().nonnegative();
const text = (longest: number) => z.string().max(longest);
const bytes = text(10_000).regex(/^([0-9a-f]{2})*$/);
const rawAddress = z.string().regex(/^-?\d{1,3}:[0-9a-f]{64}$/);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const list = <S extends z.ZodType>(row: S) => z.array(row);

/** Rows of the database; bytes as hexadecimal digits, times in milliseconds, addresses raw. */
export const recoveryRows = z.strictObject({
  content_keys: list(
    z.strictObject({
      sealed_sha256: sha256Hex,
      plain_sha256: sha256Hex.nullable(),
      plain_size: z.int().nonnegative(),
      content_type: text(20_000),
      key: bytes,
      key_hash: sha256Hex,
      origin: z.enum(['author', 'deposit', 'delivery']),
      created_at: milliseconds,
    }),
  ),
  receipts: list(
    z.strictObject({
      network: z.enum(['embedded', 'testnet', 'mainnet']),
      licence_address: rawAddress,
      document: text(4096),
      received_at: milliseconds,
    }),
  ),
  sealings: list(
    z.strictObject({
      plain_sha256: sha256Hex,
      user: text(100),
      was_published: z.literal([0, 1]),
      begun_at: milliseconds,
      sealed_sha256: sha256Hex,
      registered_at: milliseconds,
    }),
  ),
  peers: list(
    z.strictObject({
      host: origin,
      source: z.enum(['named', 'removed']),
      added_at: milliseconds,
      public_key: publicKey.nullable(),
    }),
  ),
  blocked: list(z.strictObject({ sha256: sha256Hex, reason: text(10_000), blocked_at: milliseconds })),
  subscriptions: list(
    z.strictObject({
      id: text(100),
      kind: z.enum(['owner', 'author', 'hashtag', 'content']),
      value: text(2000),
      fact: text(2000),
      created_at: milliseconds,
    }),
  ),
  api_tokens: list(
    z.strictObject({
      id: text(100),
      token_sha256: sha256Hex,
      name: text(100),
      scopes: text(1000).refine(
        (scopes) => scopes.split(' ').every((one) => scope.safeParse(one).success),
        'must be scopes with spaces between them',
      ),
      created_at: milliseconds,
    }),
  ),
  owner: list(
    z.strictObject({
      telegram_id: z.int().nullable(),
      username: text(1000).nullable(),
      first_name: text(1000).nullable(),
      last_name: text(1000).nullable(),
      selected_wallet: rawAddress.nullable(),
    }),
  ).max(1),
  wallets: list(
    z.strictObject({
      address: rawAddress,
      version: text(100),
      linked: z.literal([0, 1]),
      first_proven_at: milliseconds,
      proven_at: milliseconds,
    }),
  ),
  share_hosts: list(
    z.strictObject({
      host: origin,
      way: z.enum(['wallet', 'token']),
      sealed_token: bytes.nullable(),
      signed_in_at: milliseconds,
    }),
  ),
});
export type RecoveryRows = z.infer<typeof recoveryRows>;

/** As in `Settings`: no setting is more than a list. */
const setting = z.union([scalar, z.array(scalar)]);
const sections = z.record(text(100), z.record(text(100), setting));

/** What a recovery file holds once it is decrypted, as JSON (docs/recovery.md). */
export const recoveryDocument = z.strictObject({
  alcove_recovery: z.literal(1),
  alcove_version: text(100),
  made_at: timestamp,
  node: z.strictObject({
    public_key: publicKey,
    secret: z.base64().length(44).meta({ description: 'The 32 bytes of node-secret' }),
    wallet_words: z
      .array(text(20))
      .length(24)
      .meta({ description: 'They follow from the secret, and open the wallet in any TON wallet app' }),
  }),
  settings: z
    .strictObject({
      file: sections.meta({ description: 'settings.json' }),
      dashboard: sections.meta({ description: 'dashboard-settings.json' }),
    })
    .refine((settings) => JSON.stringify(settings).length <= mostSettings, 'are too many'),
  rows: recoveryRows,
});
export type RecoveryDocument = z.infer<typeof recoveryDocument>;

/** How much a recovery file and a node have of something. */
export const recoveryTally = z.object({
  section: recoverySection,
  in_file: z.int(),
  here: z.int(),
  lacking: z.int().meta({ description: 'What is here, as it is now, and not in the file' }),
});
export type RecoveryTally = z.infer<typeof recoveryTally>;

/** What a recovery file would bring back. */
export const recoveryCheck = z.object({
  made_at: timestamp,
  alcove_version: z.string(),
  public_key: publicKey,
  problems: z.array(z.string()).meta({ description: 'Why it would not bring all of that back' }),
  tallies: z.array(recoveryTally),
});
export type RecoveryCheck = z.infer<typeof recoveryCheck>;

/** What a recovery file would bring back on a machine that has nothing of its node. */
export const restorePreview = recoveryCheck.extend({
  settings_left_out: z
    .array(z.string())
    .meta({ description: 'Settings that this computer or version cannot use' }),
});
export type RestorePreview = z.infer<typeof restorePreview>;

/** The node that the next start brings back. */
export const restoreBegun = z.object({ public_key: publicKey });
export type RestoreBegun = z.infer<typeof restoreBegun>;

/** When a recovery file was last made here and last tried, and what it lacks by now. */
export const recoveryState = z.object({
  made_at: timestamp.nullable(),
  checked_at: timestamp.nullable().meta({ description: 'When a file was last opened here and was whole' }),
  checked_made_at: timestamp.nullable().meta({ description: 'When that file had been made' }),
  tallies: z.array(recoveryTally).meta({ description: 'Of the newest of these files; none without one' }),
});
export type RecoveryState = z.infer<typeof recoveryState>;

export const passphraseRequest = z.object({ passphrase: z.string().min(1).max(1000) });
export const recoveryFile = z.object({ made_at: timestamp, file: z.base64() });
export type RecoveryFile = z.infer<typeof recoveryFile>;
export const recoveryCheckRequest = passphraseRequest.extend({
  file: z.base64().max(Math.ceil(mostRecoveryBytes / 3) * 4),
});
export type RecoveryCheckRequest = z.infer<typeof recoveryCheckRequest>;
