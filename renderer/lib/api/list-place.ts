/** Position of a piece of a list: a number of rows below a cursor, or below the top. */
export interface ListPlace {
  cursor: string | null;
  skip: number;
}

/** Rows in one response. */
export const pieceSize = 100;

/** Returns the query parameters for the piece at `place`. */
export const pieceAt = ({ cursor, skip }: ListPlace) => ({
  limit: pieceSize,
  ...(cursor && { cursor }),
  ...(skip && { skip }),
});
