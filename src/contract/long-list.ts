import * as z from 'zod';

/**
 * Long lists of the local API are read in pieces from anywhere: so many rows are skipped after `cursor`, or from the
 * top. Rows that come in above a `cursor` do not move those below it.
 */

export const rowsToSkip = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** The cursor right above the first item of an answer; null: there is none. */
export const topCursor = z.string().nullable();
