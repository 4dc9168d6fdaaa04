/** Where a piece of a list begins: so many rows below a cursor, or below the top. */
export interface ListPlace {
  cursor: string | null;
  skip: number;
}

/** As many rows as one request brings. */
export const pieceSize = 100;

/** A search or filter of some lists counts its matches up to here. */
export const maxCounted = 250;

/** Returns the query parameters that ask for the piece at `place`. */
export const pieceAt = ({ cursor, skip }: ListPlace) => ({
  limit: pieceSize,
  ...(cursor && { cursor }),
  ...(skip && { skip }),
});
