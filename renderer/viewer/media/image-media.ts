import type { MediaResult } from '../messages.ts';
import { maxEmbeddedCoverBytes } from './cover-limit.ts';
import { takenAt } from './exif.ts';
import { loadBytes, MediaProblem, type MediaSource } from './media-source.ts';
import { drawThumbnail, encodeThumbnail, thumbnailSize } from './thumbnail.ts';

const maxBytes = 64 * 1024 * 1024;
/** Limit of pixels, because a decoded picture takes four bytes per pixel. */
const maxPixels = 50_000_000;

/** Makes the thumbnail of a picture, of its first frame if it is animated. */
export async function imageMedia(source: MediaSource): Promise<Omit<MediaResult, 'kind'>> {
  const type = source.contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // Drawing a short SVG can take any amount of time.
  if (type === 'image/svg+xml') throw new MediaProblem('unsupported');
  if (source.size > maxBytes) throw new MediaProblem('too_large');
  const bytes = await loadBytes(source, maxBytes);
  const { thumbnail, ...size } = await pictureOf(new Blob([bytes], { type }));
  return { facts: { ...size, taken_at: takenAt(bytes) }, thumbnail, waveform: null };
}

interface Picture {
  width: number;
  height: number;
  thumbnail: ArrayBuffer | null;
}

/** Decodes a picture that is not too large. @throws MediaProblem */
async function pictureOf(bytes: Blob): Promise<Picture> {
  const { width, height } = await statedSize(bytes);
  if (width * height > maxPixels) throw new MediaProblem('too_large');
  const small = thumbnailSize(width, height);
  const bitmap = await createImageBitmap(bytes, {
    resizeWidth: small.width,
    resizeHeight: small.height,
    resizeQuality: 'high',
  });
  return { width, height, thumbnail: await encodeThumbnail(drawThumbnail(bitmap, bitmap)) };
}

/** Makes a thumbnail of a cover. @returns null if it cannot be decoded; the rest of the file may be intact */
export const coverThumbnail = (cover: Blob): Promise<ArrayBuffer | null> =>
  cover.size > maxEmbeddedCoverBytes || cover.type === 'image/svg+xml'
    ? Promise.resolve(null)
    : pictureOf(cover).then(
        ({ thumbnail }) => thumbnail,
        () => null,
      );

/** Returns the size in the header of a picture, which browsers read without decoding the pixels. */
async function statedSize(bytes: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(bytes);
  const picture = new Image();
  try {
    await new Promise<void>((resolve, reject) => {
      picture.addEventListener('load', () => resolve());
      picture.addEventListener('error', () => reject(new MediaProblem('unreadable')));
      picture.src = url;
    });
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}
