import * as z from 'zod';
import type { ConstantMessageId } from './messages/message.ts';

/** A time in a document: ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-01-31T12:00:00.000Z'] });

/** A folder that the user selected in the desktop shell. No page names a path. */
export const selectedFolder = z.object({ selection_id: z.string().min(1).max(100) });

/** A content id in canonical form: CIDv1, raw, sha2-256, base32. */
export const contentId = z
  .string()
  .regex(/^bafkrei[a-z2-7]{52}$/)
  .meta({ examples: ['bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'] });

/** The 32 bytes of the hash as hexadecimal digits. */
export const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] });

/**
 * A content id in any form that requests may use: CID in any multibase, 64 hex digits, base58. The handler validates it
 * and answers `invalid_content_id` otherwise.
 */
export const anyContentId = z
  .string()
  .meta({ examples: ['bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'] });

/** A bare http(s) origin: scheme, host and port only. */
export const origin = z
  .string()
  .max(300)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
    'settings.mustBeOrigin' satisfies ConstantMessageId,
  );

/** A host as in URLs, with its port unless that is the default one. */
export const hostName = z
  .string()
  .max(128)
  .regex(/^[^\s/?#@\\]+$/, 'settings.mustBeHostName' satisfies ConstantMessageId);

/** An amount of nanograms in decimal digits. */
export const nanoTon = z
  .string()
  .regex(/^\d{1,20}$/)
  .meta({ examples: ['1500000000'] });

/** A TON address in any form: raw or friendly, url-safe or not. The handler validates it and its checksum. */
export const anyAddress = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['UQAdnlSzQOGqUSjj0Y3TR5IPA5gUKyOvSkKbyLxzZ2lYwU3-'] });

/** A TON address as in responses: friendly and url-safe. */
export const address = z
  .string()
  .regex(/^[A-Za-z0-9_-]{48}$/)
  .meta({ examples: ['UQAdnlSzQOGqUSjj0Y3TR5IPA5gUKyOvSkKbyLxzZ2lYwU3-'] });

export const licenceKind = z.enum(['listen', 'resale']);
export type LicenceKind = z.infer<typeof licenceKind>;

/** Base58 of 32 bytes has 32 to 44 digits; the length in bytes is checked with the signature. */
export const publicKey = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be 32 bytes in base58')
  .meta({
    description: 'Ed25519 public key in base58',
    examples: ['FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF'],
  });

export const signature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{1,90}$/, 'must be 64 bytes in base58')
  .meta({
    description: 'Ed25519 signature in base58',
    examples: ['2sBGZnVm8B6ouzj8GGQaKTYYCxRUACbGGbevWAZvf9dDjQW55i6HdLiqDPGVv7ZDxgs9fZHFqrbL3FayURzQDjp7'],
  });

export const publicHost = z
  .string()
  .meta({ description: 'A bare http(s) origin', examples: ['https://node.example.org'] });

/** The URL of a stored content. */
export const storageUrl = z.url().meta({
  examples: [
    'http://127.0.0.1:8471/api/v1/storage/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  ],
});

/** The response of an action without data. */
export const done = z.object({ ok: z.literal(true) });

/** The parameters of paths that name a content. */
export const byContentId = z.object({
  id: anyContentId.meta({ description: 'A content id in any spelling' }),
});

export const contentIdProblems = ['invalid_content_id', 'unsupported_content_id'] as const;
