import * as z from 'zod';
import { listQuery, searchText } from '../../lists.ts';

/** What the lists of stored contents filter and sort by. */

/** The kind of a content, from its media type; an encrypted file has that of the plain file. */
export const contentKinds = ['music', 'video', 'books', 'photos', 'files'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** `mine`: a user of this node added it. `bought`: delivered for a licence. `others`: a copy from another node. */
export const contentSources = ['mine', 'bought', 'others'] as const;
export type ContentSource = (typeof contentSources)[number];

/** `taken`: by the time when a photo was taken; for other contents, when they were added. */
export const contentSorts = ['added', 'title', 'author', 'length', 'size', 'taken'] as const;
export type ContentSort = (typeof contentSorts)[number];

export const localContentQuery = listQuery.extend({
  q: searchText,
  /** With `q`, also finds photos taken in this month: `2026-05`, or `05` of any year. */
  month: z
    .string()
    .regex(/^(\d{4}-)?(0[1-9]|1[0-2])$/)
    .optional(),
  kind: z.enum(contentKinds).optional(),
  source: z.enum(contentSources).optional(),
  /** Contents without an author or a length come last in both directions. */
  sort: z.enum(contentSorts).default('added'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
  cursor: z.string().max(1500).optional(),
});
export type LocalContentQuery = z.output<typeof localContentQuery>;

/** The most contents that can be selected at once. */
const maxSelected = 10_000;

export const contentIdsQuery = localContentQuery.extend({
  limit: z.coerce.number().int().min(1).max(maxSelected).default(maxSelected),
});

export const contentMonthsQuery = localContentQuery.pick({
  q: true,
  month: true,
  kind: true,
  source: true,
  direction: true,
});

export const contentMonths = z.object({
  /** In the order of a list that is sorted by `taken`. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d\d$/), contents: z.int() })),
});
export type ContentMonth = z.infer<typeof contentMonths>['months'][number];

/** Numbers of contents; those in the trash count only there. */
export const contentCounts = z.object({
  all: z.int(),
  kinds: z.record(z.enum(contentKinds), z.int()),
  trash: z.int(),
});
