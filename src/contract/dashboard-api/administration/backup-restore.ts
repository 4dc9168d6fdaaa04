import * as z from 'zod';
import { publicKey, selectedFolder, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';
import { backupProgress } from './backup.ts';
import { recoveryCheckRequest } from './recovery.ts';

/** Restores of a whole node from a backup in place of the node that runs (docs/recovery.md). */

/** A complete backup, and what this computer needs to restore it. */
export const backupPreview = z.object({
  folder: z.string(),
  made_at: timestamp,
  alcove_version: z.string(),
  contents: z.int(),
  content_bytes: z.int(),
  lacking: z.int().meta({ description: 'Number of files that the node lacked at the time of the backup' }),
  public_key: publicKey.nullable().meta({ description: 'Null in backups that do not name their node' }),
  key: z.enum(['in_backup', 'this_computer', 'other_computer']).meta({
    description:
      'Where the node’s key can be decrypted; for `other_computer` the restore needs the recovery file',
  }),
  needed_bytes: z.int(),
  free_bytes: z.int(),
  problems: z.array(nodeMessage).meta({ description: 'Reasons why the backup cannot be restored' }),
});
export type BackupPreview = z.infer<typeof backupPreview>;

export const backupRestoreState = z.object({
  possible: z.boolean().meta({ description: 'Whether this node can be replaced by one of a backup' }),
  running: backupProgress.nullable(),
  /** The last attempt, since the start of the node; `message` is null when it was cancelled. */
  stopped: z.object({ folder: z.string(), message: nodeMessage.nullable() }).nullable(),
  /** Whether the next start runs the restored node; the node restarts on its own. */
  restarting: z.boolean(),
});
export type BackupRestoreState = z.infer<typeof backupRestoreState>;

const state = { 200: { description: 'The restore of this node', schema: backupRestoreState } };

export const getBackupRestore = {
  method: 'GET',
  path: '/local/backup/restore',
  summary: 'Get the running restore of a backup',
  responses: state,
} as const satisfies EndpointContract;

export const postBackupRestorePreview = {
  method: 'POST',
  path: '/local/backup/restore/preview',
  summary: 'Preview a restore from a backup; changes nothing',
  body: { schema: z.object({ from: selectedFolder }) },
  responses: { 200: { description: 'The backup', schema: backupPreview } },
  problems: ['folder_not_found'],
} as const satisfies EndpointContract;

export const postBackupRestore = {
  method: 'POST',
  path: '/local/backup/restore',
  summary: 'Restore a backup in place of this node, whose data is kept in another folder, and restart',
  body: { schema: z.object({ from: selectedFolder, recovery: recoveryCheckRequest.optional() }) },
  responses: state,
  problems: ['folder_not_found', 'precondition_failed'],
} as const satisfies EndpointContract;

export const deleteBackupRestore = {
  method: 'DELETE',
  path: '/local/backup/restore',
  summary: 'Cancel the running restore; nothing has changed then',
  responses: state,
} as const satisfies EndpointContract;
