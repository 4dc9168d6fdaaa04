import * as z from 'zod';
import { origin, publicKey, sha256Hex, timestamp } from './common.ts';
import { scope } from './scopes.ts';

/** The format of recovery files (docs/recovery.md). */

/** Maximum size of a recovery file in bytes, for writing and reading. */
export const maxRecoveryFileBytes = 64 * 1024 * 1024;

/** Kinds of data in a recovery file, by the names of its sections. */
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
  'collections',
]);
export type RecoverySection = z.infer<typeof recoverySection>;

/** Maximum length of all settings as JSON, in characters. */
export const maxSettingsCharacters = 1024 * 1024;

const list = <S extends z.ZodType>(row: S) => z.array(row);

const text = (longest: number) => z.string().max(longest);

const bytes = text(10_000).regex(/^([0-9a-f]{2})*$/);

const milliseconds = z.int().nonnegative();

const rawAddress = z.string().regex(/^-?\d{1,3}:[0-9a-f]{64}$/);

/** Sections that files of earlier versions lack. */
export const laterSections = ['collections'] as const satisfies readonly RecoverySection[];

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
      scopes: text(1000).refine((scopes) => scopes.split(' ').every((one) => scope.safeParse(one).success)),
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
  collections: list(
    z.strictObject({
      id: text(100),
      kind: z.enum(['album', 'playlist', 'folder']),
      title: text(1000),
      description: text(10_000),
      artists: z.array(text(200)).max(100),
      cover: sha256Hex.nullable(),
      created_at: milliseconds,
      updated_at: milliseconds,
      /** In their order: the hash of a content and its name after a space, or `>` and the id of a collection. */
      entries: z.array(text(400).regex(/^(?:[0-9a-f]{64} .*|>.{1,100})$/s)).max(10_000),
      /** The manifests as which it was sold, the newest last; files of earlier versions lack them. */
      sold: z.array(sha256Hex).max(1000).default([]),
    }),
  ),
});
export type RecoveryRows = z.infer<typeof recoveryRows>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** As in `Settings`: a setting is a scalar or a list. */
const setting = z.union([scalar, z.array(scalar)]);

const sections = z.record(text(100), z.record(text(100), setting));

/** The decrypted content of a recovery file, as JSON (docs/recovery.md). */
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
      .meta({ description: 'Derived from the secret; they restore the wallet in any TON wallet app' }),
  }),
  settings: z
    .strictObject({
      file: sections.meta({ description: 'settings.json' }),
      dashboard: sections.meta({ description: 'dashboard-settings.json' }),
    })
    .refine((settings) => JSON.stringify(settings).length <= maxSettingsCharacters, 'are too many'),
  rows: recoveryRows,
});
export type RecoveryDocument = z.infer<typeof recoveryDocument>;
