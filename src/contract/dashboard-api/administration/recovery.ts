import * as z from 'zod';
import { publicKey, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';
import { maxRecoveryFileBytes, recoverySection } from '../../recovery-file.ts';

/** Recovery files in the dashboard (docs/recovery.md). */

/** The sections of a recovery file; `encryptions` is its section `sealings`. */
const talliedSection = z.enum([...recoverySection.exclude(['sealings']).options, 'encryptions']);
export type TalliedSection = z.infer<typeof talliedSection>;

/** Numbers of entries of one section in a recovery file and in the node. */
export const recoveryTally = z.object({
  section: talliedSection,
  in_file: z.int(),
  here: z.int(),
  lacking: z.int().meta({ description: 'Number of current entries that are not in the file' }),
});
export type RecoveryTally = z.infer<typeof recoveryTally>;

/** When a recovery file was last made here and last tested, and what it lacks now. */
export const recoveryState = z.object({
  made_at: timestamp.nullable(),
  checked_at: timestamp.nullable().meta({ description: 'Time of the last successful test of a file' }),
  checked_made_at: timestamp.nullable().meta({ description: 'Time at which that file was made' }),
  tallies: z.array(recoveryTally).meta({ description: 'For the newest of these files; empty without one' }),
});
export type RecoveryState = z.infer<typeof recoveryState>;

export const getRecovery = {
  method: 'GET',
  path: '/local/recovery',
  summary: 'Get when a recovery file was last made and tested, and what is missing from it',
  responses: { 200: { description: 'The recovery files of this node', schema: recoveryState } },
} as const satisfies EndpointContract;

/** Minimum length of the passphrase of a recovery file, in characters. */
export const minPassphraseCharacters = 12;

export const passphraseRequest = z.object({ passphrase: z.string().min(1).max(1000) });

export const recoveryFile = z.object({ made_at: timestamp, file: z.base64() });
export type RecoveryFile = z.infer<typeof recoveryFile>;

export const postRecovery = {
  method: 'POST',
  path: '/local/recovery',
  summary: 'Make a recovery file with this passphrase',
  body: { schema: passphraseRequest },
  responses: { 200: { description: 'The file', mediaType: 'application/octet-stream' } },
} as const satisfies EndpointContract;

export const postRecoveryPassphrase = {
  method: 'POST',
  path: '/local/recovery/passphrase',
  summary: 'Generate random words for a passphrase; not stored',
  responses: { 200: { description: 'The words', schema: passphraseRequest } },
} as const satisfies EndpointContract;

/** What a recovery file would restore. */
export const recoveryCheck = z.object({
  made_at: timestamp,
  alcove_version: z.string(),
  public_key: publicKey,
  problems: z.array(nodeMessage).meta({ description: 'Reasons why the file cannot restore everything' }),
  tallies: z.array(recoveryTally),
});
export type RecoveryCheck = z.infer<typeof recoveryCheck>;

export const recoveryCheckRequest = passphraseRequest.extend({
  file: z.base64().max(Math.ceil(maxRecoveryFileBytes / 3) * 4),
});
export type RecoveryCheckRequest = z.infer<typeof recoveryCheckRequest>;

export const postRecoveryCheck = {
  method: 'POST',
  path: '/local/recovery/check',
  summary: 'Test a recovery file: decrypt it, and list what it can restore',
  body: { schema: recoveryCheckRequest },
  responses: { 200: { description: 'The contents of the file', schema: recoveryCheck } },
} as const satisfies EndpointContract;

/** What a recovery file would restore on a computer without any data of its node. */
export const restorePreview = recoveryCheck.extend({
  settings_left_out: z
    .array(z.string())
    .meta({ description: 'Settings that this computer or version cannot use' }),
});
export type RestorePreview = z.infer<typeof restorePreview>;

export const postRestorePreview = {
  method: 'POST',
  path: '/local/recovery/restore/preview',
  summary: 'Preview a restore from a recovery file in place of this unused node',
  body: { schema: recoveryCheckRequest },
  responses: { 200: { description: 'The contents of the file', schema: restorePreview } },
} as const satisfies EndpointContract;

/** The node that the next start restores. */
export const restoreBegun = z.object({ public_key: publicKey });
export type RestoreBegun = z.infer<typeof restoreBegun>;

export const postRestore = {
  method: 'POST',
  path: '/local/recovery/restore',
  summary:
    'Restore the node of a recovery file and restart; the data of this unused node is kept in another folder',
  body: { schema: recoveryCheckRequest },
  responses: { 200: { description: 'The restored node', schema: restoreBegun } },
  problems: ['precondition_failed', 'insufficient_storage'],
} as const satisfies EndpointContract;
