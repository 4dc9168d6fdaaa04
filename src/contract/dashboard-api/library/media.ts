import * as z from 'zod';
import { byContentId, contentId, contentIdProblems } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { pageQuery } from '../../lists.ts';

/** Facts about the media of contents, and their thumbnails. The dashboard makes both; the node never decodes. */

/** Limits of what the dashboard makes. */
export const mediaLimits = {
  /** Characters of a text from tags. */
  text: 200,
  thumbnailBytes: 64 * 1024,
  /** Longest side of a thumbnail. */
  thumbnailPixels: 512,
  waveformPeaks: 400,
} as const;

const count = (max: number) => z.int().min(0).max(max).nullable().default(null);
const tagText = z.string().max(mediaLimits.text).nullable().default(null);

/** A date and time on the clock of a camera, whose time zone is unknown, e.g. `2026-05-03T14:22:10`. */
const localTime = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)))
  .nullable()
  .default(null);

export const mediaFacts = z.object({
  /** At most about a hundred days. */
  duration_ms: count(10_000_000_000),
  width: count(1_000_000),
  height: count(1_000_000),
  pages: count(1_000_000),
  title: tagText,
  artist: tagText,
  album: tagText,
  album_artist: tagText,
  track: count(99_999),
  disc: count(99_999),
  year: count(9999),
  taken_at: localTime,
});
export type MediaFacts = z.infer<typeof mediaFacts>;

/** Why nothing could be made. */
const mediaFailure = z.enum(['unreadable', 'too_large', 'too_slow', 'unsupported']);

export type MediaFailure = z.infer<typeof mediaFailure>;

const outcome = {
  state: z.enum(['made', 'failed']),
  /** null if it was made. */
  failure: mediaFailure.nullable().default(null),
  /** Version of the code that made it; newer code makes it again. */
  maker: z.int().min(1).max(1_000_000),
};

/** Each peak is the highest level of its part, 0 to 255. */
export const waveform = z.array(z.int().min(0).max(255)).length(mediaLimits.waveformPeaks);

export const contentMedia = mediaFacts.extend({ ...outcome, has_waveform: z.boolean() });
export type ContentMedia = z.infer<typeof contentMedia>;

export const mediaUpload = mediaFacts.extend({
  ...outcome,
  waveform: waveform.nullable().default(null),
  /** A still WebP, JPEG or PNG. */
  thumbnail: z
    .base64()
    .max(Math.ceil(mediaLimits.thumbnailBytes / 3) * 4)
    .nullable()
    .default(null),
});
export type MediaUpload = z.infer<typeof mediaUpload>;

export const mediaDetails = z.object({
  /** null: not made yet. */
  media: contentMedia.nullable(),
  waveform: waveform.nullable(),
});
export type MediaDetails = z.infer<typeof mediaDetails>;

export const waitingMedia = z.object({
  items: z.array(z.object({ content_id: contentId, content_type: z.string(), size: z.int() })),
  next_cursor: z.string().nullable(),
});
export type WaitingMedia = z.infer<typeof waitingMedia>;

export const getWaitingMedia = {
  method: 'GET',
  path: '/local/media/waiting',
  summary: 'List contents whose media facts are not made yet, newest first; a page may be empty',
  query: z.object({
    /** Contents that an older version made are listed, too. */
    maker: z.coerce.number().int().min(1),
    cursor: pageQuery.shape.cursor,
  }),
  responses: { 200: { description: 'A page', schema: waitingMedia } },
} as const satisfies EndpointContract;

export const getMedia = {
  method: 'GET',
  path: '/local/content/{id}/media',
  summary: 'Get the media facts of a content with its waveform',
  params: byContentId,
  responses: { 200: { description: 'The facts', schema: mediaDetails } },
  problems: ['content_not_found', ...contentIdProblems],
} as const satisfies EndpointContract;

export const putMedia = {
  method: 'PUT',
  path: '/local/content/{id}/media',
  summary: 'Replace the media facts, waveform and thumbnail of a content',
  params: byContentId,
  body: { schema: mediaUpload },
  responses: { 200: { description: 'The facts', schema: mediaDetails } },
  problems: ['content_not_found', ...contentIdProblems, 'insufficient_storage'],
} as const satisfies EndpointContract;

/** Requires no session, which an image of a page cannot send; `thumbnail_url` contains this path. */
export const getThumbnail = {
  method: 'GET',
  path: '/thumbnails/{id}',
  summary: 'Get the thumbnail of a content',
  params: byContentId,
  query: z.object({
    /** When it was made, so that browsers load a newer one. */
    v: z.string().max(20).optional(),
  }),
  responses: { 200: { description: 'The image', mediaType: 'image/*' } },
  problems: ['content_not_found', ...contentIdProblems, 'cross_site'],
} as const satisfies EndpointContract;
