/** What is known of a content before its type is decided. */
export interface TypeHints {
  /** The `Content-Type` that the sender declared. */
  declared?: string | undefined;
  fileName?: string | undefined;
  /** The first bytes, at most 512 are looked at. */
  head: Uint8Array;
}

/** The media type to record: the declared one unless the bytes show it to hide something a browser could execute. */
export function recordedMediaType(_hints: TypeHints): string {
  throw new Error('not built yet');
}

/** `inline` only for what a browser can't execute: audio, video, raster images and plain text. */
export function dispositionFor(_mediaType: string): 'inline' | 'attachment' {
  throw new Error('not built yet');
}
