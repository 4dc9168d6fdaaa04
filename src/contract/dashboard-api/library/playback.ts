import * as z from 'zod';
import { byContentId, contentId, contentIdProblems, done, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { localContent } from '../content.ts';

/**
 * Where playback of audio and video or reading of a book stopped, so that it continues there later. Positions in sound
 * and film are in seconds, those in books in chapters: 2.5 is the middle of the third one.
 */

/** Minimum duration in seconds of contents with a position; shorter ones always start at the beginning. */
export const minResumableSeconds = 5 * 60;
/** Distance from the beginning or the end within which a position is not saved, in seconds. */
const margin = 20;
/** Part after which a content counts as finished, because credits, closing words or appendices follow. */
export const finishedPart = 0.97;

/** Returns whether playback continues at a time: not in a short content, nor near its beginning or end. */
export const isResumable = (time: number, duration: number): boolean =>
  duration >= minResumableSeconds &&
  time >= margin &&
  time <= Math.min(duration - margin, duration * finishedPart);

const amount = z.number().nonnegative().max(10_000_000);

export const playbackPosition = z.object({
  /** null: at the beginning. */
  position: amount.nullable(),
});
export type PlaybackPosition = z.infer<typeof playbackPosition>;

export const getPlaybackPosition = {
  method: 'GET',
  path: '/local/playback/{id}',
  summary: 'Get the position at which playback or reading of a content stopped',
  params: byContentId,
  responses: { 200: { description: 'The position', schema: playbackPosition } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;

export const putPlaybackPosition = {
  method: 'PUT',
  path: '/local/playback/{id}',
  summary:
    'Remember a position; forgotten at the beginning, for short contents, and near the end of playback',
  params: byContentId,
  body: {
    schema: z.strictObject({
      unit: z.enum(['seconds', 'chapters']),
      position: amount,
      length: amount.positive(),
    }),
  },
  responses: { 200: { description: 'Remembered or forgotten', schema: done } },
  problems: contentIdProblems,
} as const satisfies EndpointContract;

export const unfinishedContent = z.object({
  content: localContent,
  position: amount,
  length: amount.positive(),
  /** When it was last played or read. */
  updated_at: timestamp,
});
export type UnfinishedContent = z.infer<typeof unfinishedContent>;

export const getUnfinished = {
  method: 'GET',
  path: '/local/playback',
  summary: 'List the contents whose playback or reading was not finished, newest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(12) }),
  responses: { 200: { description: 'The list', schema: z.object({ items: z.array(unfinishedContent) }) } },
} as const satisfies EndpointContract;

const contentIds = z.array(contentId).max(500);

export const postStoredContents = {
  method: 'POST',
  path: '/local/playback/stored',
  summary: 'Get those of some contents that this node stores',
  body: { schema: z.strictObject({ content_ids: contentIds }) },
  responses: {
    200: { description: 'The stored ones', schema: z.object({ content_ids: contentIds }) },
  },
} as const satisfies EndpointContract;
