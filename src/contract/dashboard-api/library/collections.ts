import * as z from 'zod';
import { collectionKind, manifestLimits } from '../../collections/manifest.ts';
import { address, anyContentId, contentId, contentIdProblems, done, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { searchText } from '../../lists.ts';
import { localContent } from '../content.ts';

/** Albums, playlists and folders of the owner. */

/** Limits of one collection and of all collections of a node together. */
export const collectionLimits = {
  /** Entries of one collection. */
  entries: manifestLimits.entries,
  /** Entries of all collections, so that a recovery file can name them. */
  allEntries: 200_000,
  collections: 20_000,
  /** Levels of nested collections, including the outermost and the innermost. */
  depth: 16,
  /** Entries in one request. */
  atOnce: 1_000,
} as const;

export const collectionId = z.string().regex(/^[A-Za-z0-9_-]{12}$/);

const title = z.string().trim().min(1).max(200);
const description = z.string().trim().max(5000);
const artists = z.array(z.string().trim().min(1).max(100)).max(20);

/** A collection as in lists. */
export const collection = z.object({
  id: collectionId,
  kind: collectionKind,
  title: z.string(),
  description: z.string(),
  artists: z.array(z.string()),
  cover_id: contentId.nullable(),
  /** On the dashboard's own origin; null without a stored cover that may be shown. */
  cover_url: z.string().nullable(),
  /** Covers or thumbnails of the first four contents that have one, for a collection without a cover of its own. */
  cover_urls: z.array(z.string()).max(4),
  /** The followed wallet that published it, which alone changes it; null: a collection of the user. */
  owner: address.nullable(),
  /** The collection that contains it; null at the top. */
  parent_id: collectionId.nullable(),
  parent_title: z.string().nullable(),
  /** Its own entries. */
  items: z.int(),
  /** Contents in it and in its nested collections, and their known bytes. */
  contents: z.int(),
  size: z.int(),
  /** Length of all sound and films whose length is known. */
  length_ms: z.int(),
  /** Number of sounds and films, also of unknown length. */
  tracks: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Collection = z.infer<typeof collection>;

export const collectionDetails = collection.extend({
  /** The collections that contain it, the topmost first. */
  path: z.array(z.object({ id: collectionId, title: z.string() })),
  /** The encrypted file of its newest edition that is sold as one; null: none. */
  sold_as: contentId.nullable(),
});
export type CollectionDetails = z.infer<typeof collectionDetails>;

/** An entry: a content or a collection. `content` is null when this node does not store it. */
export const collectionEntry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('content'),
    content_id: contentId,
    /** The current name of a stored content; otherwise the name when the entry was added. */
    name: z.string(),
    size: z.int(),
    content_type: z.string(),
    content: localContent.nullable(),
  }),
  z.object({ type: z.literal('collection'), collection }),
]);
export type CollectionEntry = z.infer<typeof collectionEntry>;

/** Names an entry by its content or its collection. */
export const entryRef = z.union([
  z.strictObject({ content_id: anyContentId }),
  z.strictObject({ collection_id: collectionId }),
]);
export type EntryRef = z.infer<typeof entryRef>;

const entryRefs = z.array(entryRef).min(1).max(collectionLimits.atOnce);

/** The entry before which others are placed; null or an unknown entry: at the end. */
const before = entryRef.nullable().default(null);

export const byCollection = z.object({ id: collectionId });
export const collectionPosition = {
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

export const collectionList = z.object({ items: z.array(collection), total: z.int() });

export const getCollections = {
  method: 'GET',
  path: '/local/collections',
  summary: 'List top-level or nested collections; with a search, all that match',
  query: z.object({
    q: searchText,
    /** Whether to leave out those of followed people. */
    own: z.enum(['true', 'false']).default('false'),
    /** Without a search: whether to list those in another one. */
    nested: z.enum(['true', 'false']).default('false'),
    ...collectionPosition,
  }),
  responses: { 200: { description: 'The collections', schema: collectionList } },
} as const satisfies EndpointContract;

export const newCollection = z.object({
  kind: collectionKind,
  title,
  description: description.default(''),
  artists: artists.default([]),
  /** The collection to which it is added at the end. */
  parent_id: collectionId.nullable().default(null),
});
export type NewCollection = z.input<typeof newCollection>;

export const postCollection = {
  method: 'POST',
  path: '/local/collections',
  summary: 'Create an empty collection',
  body: { schema: newCollection },
  responses: { 201: { description: 'The collection', schema: collectionDetails } },
  problems: ['collection_not_found', 'not_yours', 'collection_too_deep', 'limit_reached'],
} as const satisfies EndpointContract;

export const getCollection = {
  method: 'GET',
  path: '/local/collections/{id}',
  summary: 'Get a collection',
  params: byCollection,
  responses: { 200: { description: 'The collection', schema: collectionDetails } },
  problems: ['collection_not_found'],
} as const satisfies EndpointContract;

export const collectionEdit = z
  .object({
    kind: collectionKind,
    title,
    description,
    artists,
    /** A stored image; null removes the cover. */
    cover_id: anyContentId.nullable(),
  })
  .partial();
export type CollectionEdit = z.infer<typeof collectionEdit>;

export const patchCollection = {
  method: 'PATCH',
  path: '/local/collections/{id}',
  summary: 'Edit the details of a collection',
  params: byCollection,
  body: { schema: collectionEdit },
  responses: { 200: { description: 'The collection', schema: collectionDetails } },
  problems: ['collection_not_found', 'not_yours', ...contentIdProblems],
} as const satisfies EndpointContract;

export const deleteCollection = {
  method: 'DELETE',
  path: '/local/collections/{id}',
  summary: 'Move a collection and the collections in it to the trash; files stay',
  params: byCollection,
  responses: { 200: { description: 'Deleted', schema: done } },
  problems: ['collection_not_found', 'not_yours'],
} as const satisfies EndpointContract;

export const entryPage = z.object({ items: z.array(collectionEntry), total: z.int() });

export const getCollectionEntries = {
  method: 'GET',
  path: '/local/collections/{id}/entries',
  summary: 'List the entries of a collection in their order',
  params: byCollection,
  query: z.object(collectionPosition),
  responses: { 200: { description: 'The entries', schema: entryPage } },
  problems: ['collection_not_found'],
} as const satisfies EndpointContract;

export const postCollectionEntries = {
  method: 'POST',
  path: '/local/collections/{id}/entries',
  summary: 'Add contents and collections; a collection leaves the one that contained it',
  params: byCollection,
  body: { schema: z.object({ entries: entryRefs, before }) },
  responses: {
    200: {
      description: 'Those that were there already keep their place',
      schema: z.object({ added: z.int(), already_there: z.int() }),
    },
  },
  problems: [
    'collection_not_found',
    'not_yours',
    'content_not_found',
    ...contentIdProblems,
    'collection_in_itself',
    'collection_too_deep',
    'limit_reached',
  ],
} as const satisfies EndpointContract;

export const moveCollectionEntries = {
  method: 'POST',
  path: '/local/collections/{id}/entries/move',
  summary: 'Move entries to another place, in the order of the request',
  params: byCollection,
  body: { schema: z.object({ entries: entryRefs, before }) },
  responses: { 200: { description: 'Moved; entries that are not there are ignored', schema: done } },
  problems: ['collection_not_found', 'not_yours', ...contentIdProblems],
} as const satisfies EndpointContract;

export const removeCollectionEntries = {
  method: 'POST',
  path: '/local/collections/{id}/entries/remove',
  summary: 'Remove entries; contents and collections stay',
  params: byCollection,
  body: { schema: z.object({ entries: entryRefs }) },
  responses: {
    200: { description: 'The number of removed entries', schema: z.object({ removed: z.int() }) },
  },
  problems: ['collection_not_found', 'not_yours', ...contentIdProblems],
} as const satisfies EndpointContract;

export const postImportedCollection = {
  method: 'POST',
  path: '/local/collections/import',
  summary: 'Create a collection of one’s own from a stored manifest, with the collections in it',
  body: { schema: z.object({ content_id: anyContentId }) },
  responses: { 201: { description: 'The collection', schema: collectionDetails } },
  problems: [
    'content_not_found',
    ...contentIdProblems,
    'invalid_request',
    'collection_too_deep',
    'limit_reached',
  ],
} as const satisfies EndpointContract;
