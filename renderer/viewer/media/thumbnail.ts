/** Limits of a thumbnail, as on the node. */
const longestSide = 512;
const maxBytes = 64 * 1024;

/**
 * Encodings in the order of the attempts; the last ones are for noisy pictures, and for browsers without a WebP
 * encoder.
 */
const encodings = [
  { type: 'image/webp', quality: 0.8 },
  { type: 'image/webp', quality: 0.5 },
  { type: 'image/jpeg', quality: 0.6 },
  { type: 'image/jpeg', quality: 0.3 },
] as const;

/** Returns the size of a thumbnail, which is never larger than its picture. */
export function thumbnailSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, longestSide / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(width), height: scaled(height) };
}

/** Draws a picture at the size of a thumbnail. */
export function drawThumbnail(
  source: CanvasImageSource,
  size: { width: number; height: number },
): OffscreenCanvas {
  const { width, height } = thumbnailSize(size.width, size.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Encodes a thumbnail. @returns null if no encoding is small enough */
export async function encodeThumbnail(canvas: OffscreenCanvas): Promise<ArrayBuffer | null> {
  for (const encoding of encodings) {
    const blob = await canvas.convertToBlob(encoding);
    if (blob.size <= maxBytes) return blob.arrayBuffer();
  }
  return null;
}
