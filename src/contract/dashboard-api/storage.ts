import * as z from 'zod';
import { contentId, done, selectedFolder, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { nodeMessage } from '../messages/message.ts';
import { contentKinds } from './library/content-lists.ts';

const usage = z.object({ contents: z.int(), bytes: z.int() });

export const storageState = z.object({
  folder: z.string(),
  default_folder: z.string(),
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int(), floor_bytes: z.int() }),
  /** Each content counts once: in the trash, else for the owner, a user or as a copy. */
  used: z.object({
    own: usage,
    users: usage,
    pinned: usage,
    subscribed: usage,
    /** Copies that are evicted when space is needed. */
    copies: usage,
    /** Deleted files, which go before the copies when space is needed. */
    trash: usage,
  }),
  /** The users with the most storage, in descending order; at most 20. */
  by_user: z.array(z.object({ id: z.string(), name: z.string(), contents: z.int(), bytes: z.int() })),
  /** Without the trash. */
  by_kind: z.array(usage.extend({ kind: z.enum(contentKinds) })),
  /** The largest files, in descending order; at most 5. */
  largest: z.array(z.object({ content_id: contentId, title: z.string(), size: z.int() })),
  limits: z.object({ quota_bytes: z.int().nullable(), copies_bytes: z.int() }),
  check: z.object({
    state: z.enum(['idle', 'running', 'off']),
    /** Whether a user started the running check, so that it can be cancelled. */
    asked: z.boolean(),
    began_at: timestamp.nullable(),
    /** Contents checked since it began, and their total. */
    verified: z.int(),
    contents: z.int(),
    /** End of the last complete check. */
    finished_at: timestamp.nullable(),
    next_at: timestamp.nullable(),
  }),
  damages: z.array(
    z.object({
      content_id: contentId,
      name: z.string(),
      problem: z.enum(['missing', 'damaged']),
      found_at: timestamp,
      /** Attempts so far, and the remedy. */
      message: nodeMessage,
      /** Time of the next request to other nodes; null before the first one. */
      next_attempt: timestamp.nullable(),
    }),
  ),
  move: z
    .object({
      from: z.string(),
      to: z.string(),
      state: z.enum(['running', 'failed']),
      files_done: z.int(),
      files_total: z.int(),
      bytes_done: z.int(),
      bytes_total: z.int(),
      message: nodeMessage.nullable(),
    })
    .nullable(),
});
export type StorageState = z.infer<typeof storageState>;

export const getStorageState = {
  method: 'GET',
  path: '/local/storage',
  summary: 'Get the usage, health and folder of the store',
  responses: { 200: { description: 'The store', schema: storageState } },
} as const satisfies EndpointContract;

export const postStorageCheck = {
  method: 'POST',
  path: '/local/storage/check',
  summary: 'Start a check of all stored files; responds immediately',
  responses: { 200: { description: 'Started', schema: done } },
} as const satisfies EndpointContract;

export const deleteStorageCheck = {
  method: 'DELETE',
  path: '/local/storage/check',
  summary: 'Stop the requested check; scheduled checks continue',
  responses: { 200: { description: 'Ended', schema: done } },
} as const satisfies EndpointContract;

/** `default`: the data folder; `again`: the target of a failed move. */
export const moveTarget = z.union([selectedFolder, z.enum(['default', 'again'])]);
export type MoveTarget = z.infer<typeof moveTarget>;

export const postStorageMove = {
  method: 'POST',
  path: '/local/storage/move',
  summary: 'Move all stored files to another folder; responds when the move has started',
  body: { schema: z.object({ to: moveTarget }) },
  responses: { 200: { description: 'The store', schema: storageState } },
  problems: ['folder_not_found', 'folder_unusable', 'folder_move_running', 'insufficient_storage'],
} as const satisfies EndpointContract;

export const deleteStorageMove = {
  method: 'DELETE',
  path: '/local/storage/move',
  summary: 'Move all stored files back to the previous folder',
  responses: { 200: { description: 'The store', schema: storageState } },
  problems: ['folder_unusable', 'insufficient_storage'],
} as const satisfies EndpointContract;
