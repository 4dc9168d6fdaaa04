import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';
import { storageMove, storageState } from '../local-storage.ts';

/** The dashboard's view of the store. */

const done = z.object({ ok: z.literal(true) });

export const getStorageState = {
  method: 'GET',
  path: '/local/storage',
  summary: 'Who uses the store, whether it is whole, where it lies',
  answers: { 200: { description: 'The store', schema: storageState } },
  problems: [],
} as const satisfies EndpointContract;

export const postStorageCheck = {
  method: 'POST',
  path: '/local/storage/check',
  summary: 'Check everything stored now; answers at once',
  answers: { 200: { description: 'It has begun', schema: done } },
  problems: [],
} as const satisfies EndpointContract;

export const deleteStorageCheck = {
  method: 'DELETE',
  path: '/local/storage/check',
  summary: 'End the check that somebody asked for; it goes on by itself when it is due',
  answers: { 200: { description: 'Ended', schema: done } },
  problems: [],
} as const satisfies EndpointContract;

export const postStorageMove = {
  method: 'POST',
  path: '/local/storage/move',
  summary: 'Move everything stored to another folder; answers when it has begun',
  body: { schema: storageMove },
  answers: { 200: { description: 'The store', schema: storageState } },
  problems: ['folder_unusable', 'folder_move_running', 'insufficient_storage'],
} as const satisfies EndpointContract;

export const deleteStorageMove = {
  method: 'DELETE',
  path: '/local/storage/move',
  summary: 'Turn back: what was moved goes back to the folder before',
  answers: { 200: { description: 'The store', schema: storageState } },
  problems: ['folder_unusable', 'insufficient_storage'],
} as const satisfies EndpointContract;
