/** A part of a blob; both ends are inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}
