import * as z from 'zod';

/** Number of rows to skip after `cursor`, or from the top; new rows above `cursor` do not move those below it. */
export const rowsToSkip = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** The cursor directly above the first item of a response; null: there is none. */
export const topCursor = z.string().nullable();

/** The fields of a page besides its items. */
export const pageFields = { next_cursor: z.string().nullable(), top_cursor: topCursor, total: z.int() };

/** The largest number of matches that some lists count for a search or filter. */
export const maxCounted = 250;

/** The query of a list that is read page by page. */
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** The query of a list that is read from any position. */
export const listQuery = pageQuery.extend({ skip: rowsToSkip });

/** Search terms without control characters, which do not occur in any name. */
export const searchText = z
  .string()
  .transform((text) => text.replace(/\p{Cc}/gu, '').trim())
  .pipe(z.string().max(200))
  .default('');
