import * as z from 'zod';

/**
 * Long lists are read in pieces: so many rows are skipped after `cursor`, or from the top. New rows above
 * `cursor` do not move those below it.
 */

export const rowsToSkip = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** The cursor right above the first item of an answer; null: there is none. */
export const topCursor = z.string().nullable();

/** The query of a list that is read page after page. */
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** The query of a list that is read from anywhere. */
export const listQuery = pageQuery.extend({ skip: rowsToSkip });

/** Words to search for, without control characters, which no name has. */
export const searchText = z
  .string()
  .transform((text) => text.replace(/\p{Cc}/gu, '').trim())
  .pipe(z.string().max(200))
  .default('');
