import * as z from 'zod';
import { done, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { nodeMessage } from '../../messages/message.ts';
import { contentKinds } from './content-lists.ts';

/**
 * Folders of the node's computer whose files are added to the library. No endpoint takes a path: the user selects a
 * folder in a dialog of the desktop shell, and the dashboard uses the id of that selection.
 */

/** `mirror`: a file that is removed from the folder moves to the trash, unless other users own it; `add`: it stays. */
export const watchMode = z.enum(['add', 'mirror']);
export type WatchMode = z.infer<typeof watchMode>;

/** Why a file or folder is not added. */
export const skipReason = z.enum([
  'hidden',
  'temporary',
  'link',
  'special',
  'empty',
  'own_data',
  'unreadable',
]);
export type SkipReason = z.infer<typeof skipReason>;

/** The id of a selected folder, which can be added until the selection expires or the node stops. */
const folderSelectionId = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const watchedFolderId = z.string().regex(/^[A-Za-z0-9_-]{12}$/);

export const folderPreview = z.object({
  name: z.string(),
  path: z.string(),
  files: z.int(),
  bytes: z.int(),
  /** Folders with files, the named one included; each becomes a collection. */
  folders: z.int(),
  kinds: z.array(z.object({ kind: z.enum(contentKinds), files: z.int(), bytes: z.int() })),
  /** What is left out, with at most three examples each: paths below the folder. */
  skipped: z.array(z.object({ reason: skipReason, count: z.int(), examples: z.array(z.string()) })),
  /** Whether the folder has more files than Alcove watches; the further ones are left out. */
  is_cut: z.boolean(),
});
export type FolderPreview = z.infer<typeof folderPreview>;

export const watchedFolder = z.object({
  id: watchedFolderId,
  name: z.string(),
  path: z.string(),
  mode: watchMode,
  /**
   * `waiting`: the next scan is due; `problem`: nothing is added or removed until that is solved, or files failed;
   * `paused`: by the owner.
   */
  state: z.enum(['waiting', 'scanning', 'adding', 'watching', 'problem', 'paused']),
  /** What is wrong, and the remedy. */
  message: nodeMessage.nullable(),
  /** Number of files that vanished together; they move to the trash only after the owner has confirmed it. */
  withheld: z.int(),
  /** Files in the folder that are stored here. */
  files: z.int(),
  /** Files that could not be added, at most 20. */
  failures: z.array(z.object({ path: z.string(), message: nodeMessage })),
  /** The collection of the folder; null before its first file. */
  collection_id: z.string().nullable(),
  /** End of the last complete scan. */
  scanned_at: timestamp.nullable(),
});
export type WatchedFolder = z.infer<typeof watchedFolder>;

export const watchedFolderList = z.object({ folders: z.array(watchedFolder) });

const byId = z.object({ id: watchedFolderId });

export const getWatchedFolders = {
  method: 'GET',
  path: '/local/watched-folders',
  summary: 'List the watched folders',
  responses: { 200: { description: 'In the order in which they were added', schema: watchedFolderList } },
} as const satisfies EndpointContract;

export const postFolderPreview = {
  method: 'POST',
  path: '/local/watched-folders/preview',
  summary: 'Scan a folder that was named in the system’s dialog; nothing is added',
  body: { schema: z.strictObject({ selection_id: folderSelectionId }) },
  responses: { 200: { description: 'What would be added', schema: folderPreview } },
  problems: ['folder_not_found', 'folder_unusable'],
} as const satisfies EndpointContract;

export const postWatchedFolder = {
  method: 'POST',
  path: '/local/watched-folders',
  summary: 'Add the files of a folder, and watch it',
  body: { schema: z.strictObject({ selection_id: folderSelectionId, mode: watchMode }) },
  responses: { 201: { description: 'The folder', schema: watchedFolder } },
  problems: ['folder_not_found', 'folder_unusable', 'limit_reached'],
} as const satisfies EndpointContract;

export const patchWatchedFolder = {
  method: 'PATCH',
  path: '/local/watched-folders/{id}',
  summary: 'Pause or continue a watched folder, or change what happens to removed files',
  params: byId,
  body: { schema: z.strictObject({ paused: z.boolean(), mode: watchMode }).partial() },
  responses: { 200: { description: 'The folder', schema: watchedFolder } },
  problems: ['folder_not_found'],
} as const satisfies EndpointContract;

export const postFolderScan = {
  method: 'POST',
  path: '/local/watched-folders/{id}/scan',
  summary: 'Scan a watched folder now',
  params: byId,
  body: {
    schema: z.strictObject({
      /** Also moves files to the trash that vanished together. */
      accept_removals: z.boolean().default(false),
    }),
  },
  responses: { 200: { description: 'Begun', schema: done } },
  problems: ['folder_not_found'],
} as const satisfies EndpointContract;

export const deleteWatchedFolder = {
  method: 'DELETE',
  path: '/local/watched-folders/{id}',
  summary: 'Stop watching a folder; files and collections stay',
  params: byId,
  responses: { 200: { description: 'Removed', schema: done } },
  problems: ['folder_not_found'],
} as const satisfies EndpointContract;
