/** What the bytes of a raster image say of themselves, without any pixel being decoded. */
export interface ImageHeader {
  /** The largest size that any part of the file states, in pixels. */
  width: number;
  height: number;
  isAnimated: boolean;
}

/** Reads one format: undefined for what a decoder would not show, or not as the header says. */
export type HeaderReader = (bytes: Uint8Array) => ImageHeader | undefined;
