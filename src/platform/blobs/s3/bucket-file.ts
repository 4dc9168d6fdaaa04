import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { GB } from '../../../contract/units.ts';
import { message } from '../../../core/messages/message.ts';
import { SettingsError } from '../../../core/settings.ts';
import type { S3Bucket } from './s3-client.ts';

/** The file of `storage.s3_file`. It holds a secret, so it is apart from the settings, which many can see. */
const bucketFile = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must have no path'),
  region: z.string().min(1).max(100).default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  prefix: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9/_-]*$/)
    .refine((text) => text === '' || /^[^/].*[^/]\/$/.test(text), 'must end with /')
    .default(''),
  path_style: z.boolean().default(true),
  access_key_id: z.string().min(1).max(256),
  secret_access_key: z.string().min(1).max(1024),
  cache_bytes: z
    .int()
    .nonnegative()
    .default(10 * GB),
});

/** Reads the description of a bucket. @throws SettingsError, without anything from the file */
export function loadBucket(path: string): { bucket: S3Bucket; cacheBytes: number } {
  const refuse = (problem: string) => new SettingsError(message('startup.s3FileInvalid', { path, problem }));
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The message of a syntax error quotes the file.
    throw refuse(error instanceof SyntaxError ? 'it is not valid JSON' : String((error as Error).message));
  }
  const result = bucketFile.safeParse(value);
  if (!result.success) {
    const names = result.error.issues.map(({ path: at, message: text }) => `${at.join('.')}: ${text}`);
    throw refuse(names.join('; '));
  }
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, ...given } = result.data;
  const { path_style: pathStyle, cache_bytes: cacheBytes, ...bucket } = given;
  return { bucket: { ...bucket, pathStyle, credentials: { accessKeyId, secretAccessKey } }, cacheBytes };
}
