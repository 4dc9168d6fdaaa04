import * as z from 'zod';
import {
  address,
  anyContentId,
  contentId,
  contentIdProblems,
  nanoTon,
  sha256Hex,
  storageUrl,
  timestamp,
} from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

const licence = z.object({ price: nanoTon });

/** The registration of a content on the chain; names and shape are those that web clients read. */
const onChain = z.object({
  onchain_index: z.int(),
  owner_address: address,
  item_address: address,
  license_type: z
    .string()
    .nullable()
    .meta({ examples: ['listen'] }),
  metadata_cid: contentId.nullable().meta({
    description:
      'Always null: the metadata of a content is in its contract on the chain, so there is no document whose bytes an id could name. `display_options.metadata` and the members of the record are that metadata',
  }),
  content_cid: contentId,
  cover_cid: contentId.nullable(),
  license: z.object({ listen: licence, resale: licence }),
  hash: sha256Hex,
  cid: contentId,
  content_type: z.string().meta({ examples: ['audio/mpeg'] }),
  status: z.string().meta({ examples: ['active'] }),
  updated: timestamp,
  created: timestamp,
});

/** A content that this node knows: stored here, or only registered on the chain. */
export const contentRecord = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  content_type: z.string().meta({ description: 'Media type', examples: ['audio/mpeg'] }),
  content_ext: z
    .string()
    .meta({ description: 'File extension of this type, without the dot', examples: ['mp3'] }),
  size: z.int().nonnegative().meta({ description: 'Bytes' }),
  title: z.string().meta({ examples: ['Summer song'] }),
  description: z.string().meta({ examples: ['Recorded by the sea'] }),
  authors: z.array(z.string()).meta({ examples: [['Ada Lovelace']] }),
  hashtags: z.array(z.string()).meta({ examples: [['summer']] }),
  cover_id: contentId.nullable().meta({ description: 'null: no cover, or the cover may not be shown' }),
  preview_id: contentId.nullable().meta({
    description:
      'A plain content that its author shows to those without a licence: audio, video or an image; null: none',
  }),
  owner: address.nullable().meta({ description: 'The proven wallet of the uploader; null without one' }),
  published: z
    .boolean()
    .meta({ description: 'true: public; false: unlisted, so only the uploader sees it in lists' }),
  created_at: timestamp,
  updated_at: timestamp,
  content_address: address.nullable().meta({ description: 'null: not registered on the chain' }),
  encrypted: onChain.nullable().meta({ description: 'null: not registered on the chain' }),
  key_hash: sha256Hex.nullable().meta({ description: 'Hash of the key of an encrypted content' }),
  downloadable: z.boolean().meta({ description: 'Whether players may offer a download' }),
  display_options: z.object({
    content_url: storageUrl.nullable().meta({
      description:
        'For a content for sale: a link to the plain bytes for its owner and licence holders, the same for hours; null for others',
    }),
    preview_url: storageUrl.nullable().meta({
      description: 'The preview; null: none, or it is not stored here',
    }),
    metadata: z.object({ name: z.string(), description: z.string(), image: z.url().nullable() }).meta({
      description: 'image: the cover; on a private node a link that every page may load, the same for hours',
      examples: [{ name: 'Summer song', description: 'Recorded by the sea', image: null }],
    }),
  }),
});
export type ContentRecord = z.infer<typeof contentRecord>;

export const deletedContent = z.object({ content_id: contentId, deleted: z.literal(true) });

const cursor = z.string().max(200);

/** Web forms send empty fields too. */
const absentIfEmpty = (text: string): string | undefined => text || undefined;

export const contentListQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'Maximum number of items on a page' }),
  cursor: cursor
    .transform(absentIfEmpty)
    .optional()
    .meta({ description: '`next_cursor` of an earlier answer' }),
  since: cursor
    .optional()
    .meta({ description: 'List changes after this cursor, oldest first; empty: all changes' }),
  q: z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, ' ').trim())
    .pipe(z.string().max(200))
    .optional()
    .meta({
      description:
        'Words or word prefixes in title, description, authors or hashtags; words after the 16th are ignored',
    }),
  owner: z
    .string()
    .max(100)
    .transform(absentIfEmpty)
    .optional()
    .meta({ description: 'Wallet address of the owner, in any form' }),
  author: z.string().max(100).transform(absentIfEmpty).optional().meta({ description: 'One of the authors' }),
  hashtag: z
    .string()
    .max(101)
    .transform((text) => text.replace(/^#/, ''))
    .pipe(z.string().max(100))
    .transform(absentIfEmpty)
    .optional()
    .meta({ description: 'One of the hashtags, with or without #' }),
  content_type: z
    .string()
    .max(100)
    .transform(absentIfEmpty)
    .optional()
    .meta({ description: 'A media type, or its top-level type', examples: ['audio/mpeg', 'audio'] }),
});
export type ContentListQuery = z.output<typeof contentListQuery>;

export const contentList = z.object({
  items: z.array(z.union([contentRecord, deletedContent])),
  next_cursor: z
    .string()
    .nullable()
    .meta({
      description: 'null: last page; never null with `since`, to poll for later changes',
      examples: ['MTc2OTg2MDgwMDAwMA'],
    }),
  total: z
    .int()
    .nonnegative()
    .meta({ description: 'Number of matches; with a search or filter at most 250' }),
});
export type ContentList = z.infer<typeof contentList>;

export const getContentList = {
  method: 'GET',
  path: '/api/v1/content.list',
  summary: 'List the contents of this node, newest first, or changes',
  description:
    'Contains public contents and, with a token, those of the user. With `since`, contents that have left the list are included as deleted.',
  scope: 'content:read',
  token: 'optional',
  query: contentListQuery,
  responses: { 200: { description: 'A page', schema: contentList } },
} as const satisfies EndpointContract;

const trimmedText = (max: number) => z.string().trim().max(max);

/** The longest name of an author, in UTF-16 code units. */
export const authorLength = 100;

/** Changes the given fields. */
export const contentEdit = z.object({
  title: trimmedText(200)
    .min(1)
    .optional()
    .meta({ examples: ['Summer song'] }),
  description: trimmedText(5000)
    .optional()
    .meta({ examples: ['Recorded by the sea'] }),
  authors: z
    .array(trimmedText(authorLength).min(1))
    .max(20)
    .optional()
    .meta({ examples: [['Ada Lovelace']] }),
  hashtags: z
    .array(
      trimmedText(101)
        .meta({ description: 'With or without #', examples: ['summer'] })
        .transform((tag) => tag.replace(/^#/, ''))
        .pipe(z.string().min(1).max(100)),
    )
    .max(30)
    .optional(),
  cover_id: anyContentId.nullable().optional().meta({
    description:
      'A stored image; null: no cover. PNG, JPEG, WebP, GIF or AVIF, not animated, at most 4 MB, 4096 pixels per side and 8 megapixels',
  }),
  published: z.boolean().optional().meta({ description: 'true: public; false: unlisted' }),
});
export type ContentEdit = z.infer<typeof contentEdit>;

export const patchOwnContent = {
  method: 'PATCH',
  path: '/api/v1/content/{id}',
  summary: 'Edit the details of a content, or publish it, as its first uploader',
  scope: 'storage:write',
  params: z.object({ id: anyContentId }),
  body: { schema: contentEdit },
  responses: { 200: { description: 'The content', schema: contentRecord } },
  problems: [
    ...contentIdProblems,
    'content_not_found',
    'blocked',
    'not_yours',
    'insufficient_storage',
    'order_open',
  ],
} as const satisfies EndpointContract;
