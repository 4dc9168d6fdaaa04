import * as z from 'zod';
import { selectedFolder, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';

/** Backups of the whole node in the dashboard; commands make the same ones (docs/operations.md). */

/** A complete backup. */
export const backupResult = z.object({
  folder: z.string(),
  made_at: timestamp,
  contents: z.int(),
  content_bytes: z.int(),
  added: z.int().meta({ description: 'Number of files that were not in the folder before' }),
  lacking: z.int().meta({ description: 'Number of files that are damaged or missing on the node' }),
  key_in_key_store: z
    .boolean()
    .meta({ description: 'Whether the key store of this computer encrypts the node’s key' }),
  same_disk: z.boolean().meta({ description: 'Whether the folder is on the disk of the stored files' }),
});
export type BackupResult = z.infer<typeof backupResult>;

/** A running backup or restore; `contents` is 0 while it copies the database. */
export const backupProgress = z.object({
  folder: z.string(),
  contents: z.int(),
  contents_done: z.int(),
  bytes: z.int(),
  bytes_done: z.int(),
});

export const backupState = z.object({
  running: backupProgress.nullable(),
  /** The last complete backup that the dashboard made. */
  last: backupResult.nullable(),
  /** A later attempt that did not end, since the start of the node; `message` is null when it was cancelled. */
  stopped: z.object({ folder: z.string(), message: nodeMessage.nullable() }).nullable(),
});
export type BackupState = z.infer<typeof backupState>;

const state = { 200: { description: 'The backups of this node', schema: backupState } };

export const getBackup = {
  method: 'GET',
  path: '/local/backup',
  summary: 'Get the running backup and the last one',
  responses: state,
} as const satisfies EndpointContract;

/** `again`: the folder of the last attempt or backup. */
export const backupTarget = z.union([selectedFolder, z.literal('again')]);
export type BackupTarget = z.infer<typeof backupTarget>;

export const postBackup = {
  method: 'POST',
  path: '/local/backup',
  summary: 'Back up the whole node to a folder; responds when the backup has started',
  body: { schema: z.object({ to: backupTarget }) },
  responses: state,
  problems: ['folder_not_found', 'precondition_failed'],
} as const satisfies EndpointContract;

export const deleteBackup = {
  method: 'DELETE',
  path: '/local/backup',
  summary: 'Cancel the running backup; the previous one stays complete',
  responses: state,
} as const satisfies EndpointContract;
