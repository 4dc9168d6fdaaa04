/** The properties that a raster image states, read without decoding pixels. */
export interface ImageHeader {
  /** The largest size that any part of the file states, in pixels. */
  width: number;
  height: number;
  isAnimated: boolean;
}

/** Reads one format; undefined for a file that a decoder would refuse, or decode differently from its header. */
export type HeaderReader = (bytes: Uint8Array) => ImageHeader | undefined;
