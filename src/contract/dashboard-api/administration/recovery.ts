import * as z from 'zod';
import { publicKey, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';
import { maxRecoveryFileBytes, recoverySection } from '../../recovery-file.ts';

/** Recovery files in the dashboard (docs/recovery.md). */

/** Amounts of one kind in a recovery file and in a node. */
export const recoveryTally = z.object({
  section: recoverySection,
  in_file: z.int(),
  here: z.int(),
  lacking: z.int().meta({ description: 'What is here, as it is now, and not in the file' }),
});
export type RecoveryTally = z.infer<typeof recoveryTally>;

/** When a recovery file was last made here and last tested, and what it lacks now. */
export const recoveryState = z.object({
  made_at: timestamp.nullable(),
  checked_at: timestamp.nullable().meta({ description: 'When a file was last opened here and was whole' }),
  checked_made_at: timestamp.nullable().meta({ description: 'When that file had been made' }),
  tallies: z.array(recoveryTally).meta({ description: 'Of the newest of these files; none without one' }),
});
export type RecoveryState = z.infer<typeof recoveryState>;

export const getRecovery = {
  method: 'GET',
  path: '/local/recovery',
  summary: 'When a recovery file was last made and tried, and what is not in it',
  answers: { 200: { description: 'The recovery files of this node', schema: recoveryState } },
  problems: [],
} as const satisfies EndpointContract;

export const passphraseRequest = z.object({ passphrase: z.string().min(1).max(1000) });

export const recoveryFile = z.object({ made_at: timestamp, file: z.base64() });
export type RecoveryFile = z.infer<typeof recoveryFile>;

export const postRecovery = {
  method: 'POST',
  path: '/local/recovery',
  summary: 'Make a recovery file with this passphrase',
  body: { schema: passphraseRequest },
  answers: { 200: { description: 'The file', mediaType: 'application/octet-stream' } },
  problems: ['payload_too_large'],
} as const satisfies EndpointContract;

export const postRecoveryPassphrase = {
  method: 'POST',
  path: '/local/recovery/passphrase',
  summary: 'Random words to use as a passphrase; they are kept nowhere',
  answers: { 200: { description: 'The words', schema: passphraseRequest } },
  problems: [],
} as const satisfies EndpointContract;

/** What a recovery file would restore. */
export const recoveryCheck = z.object({
  made_at: timestamp,
  alcove_version: z.string(),
  public_key: publicKey,
  problems: z.array(nodeMessage).meta({ description: 'Why it would not bring all of that back' }),
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
  summary: 'Rehearse: open a recovery file, and say what it would bring back',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'What it would bring back', schema: recoveryCheck } },
  problems: ['payload_too_large'],
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
  summary: 'What a recovery file would bring back in place of this node, which nobody has used yet',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'What it would bring back', schema: restorePreview } },
  problems: ['payload_too_large'],
} as const satisfies EndpointContract;

/** The node that the next start restores. */
export const restoreBegun = z.object({ public_key: publicKey });
export type RestoreBegun = z.infer<typeof restoreBegun>;

export const postRestore = {
  method: 'POST',
  path: '/local/recovery/restore',
  summary: 'Start again as the node of a recovery file; this one, which nobody has used yet, is put aside',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'The node that starts now', schema: restoreBegun } },
  problems: ['payload_too_large', 'precondition_failed', 'insufficient_storage'],
} as const satisfies EndpointContract;
