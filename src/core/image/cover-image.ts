import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { readAvif } from './avif.ts';
import { nameAt } from './bytes.ts';
import { readGif } from './gif.ts';
import type { HeaderReader } from './image-header.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** Limits of a cover: clients decode every cover of a list completely. */
export const coverLimits = {
  bytes: 4 * 1024 * 1024,
  /** Maximum of each side. */
  pixels: 4096,
  /** 32 MiB decoded. */
  area: 8 * 1024 * 1024,
} as const;

export interface CoverImage {
  /** Detected from the bytes. */
  type: string;
  width: number;
  height: number;
}

export type CoverFault = 'too_many_bytes' | 'format' | 'animated' | 'too_many_pixels';

/** Messages for invalid pictures, as in a problem. */
export const coverFaultMessages: Record<CoverFault, ConstantMessageId> = {
  too_many_bytes: 'content.coverTooLarge',
  format: 'content.coverFormat',
  animated: 'content.coverAnimated',
  too_many_pixels: 'content.coverTooManyPixels',
};

interface Format {
  type: string;
  is: (bytes: Uint8Array) => boolean;
  read: HeaderReader;
}

const formats: readonly Format[] = [
  { type: 'image/png', is: (bytes) => nameAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n', read: readPng },
  { type: 'image/jpeg', is: (bytes) => nameAt(bytes, 0, 3) === '\xff\xd8\xff', read: readJpeg },
  { type: 'image/gif', is: (bytes) => /^GIF8[79]a$/.test(nameAt(bytes, 0, 6)), read: readGif },
  {
    type: 'image/webp',
    is: (bytes) => nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WEBP',
    read: readWebp,
  },
  {
    type: 'image/avif',
    is: (bytes) => nameAt(bytes, 4) === 'ftyp' && /^(avi[fs]|mif1|miaf)$/.test(nameAt(bytes, 8)),
    read: readAvif,
  },
];

/** Detects from its bytes whether a file may be shown as a cover, without decoding it; safe for any input. */
export function coverImageOf(bytes: Uint8Array): CoverImage | CoverFault {
  if (bytes.length > coverLimits.bytes) return 'too_many_bytes';
  const format = formats.find(({ is }) => is(bytes));
  const header = format?.read(bytes);
  if (!format || !header || header.width === 0 || header.height === 0) return 'format';
  const { width, height, isAnimated } = header;
  if (isAnimated) return 'animated';
  const { pixels, area } = coverLimits;
  if (width > pixels || height > pixels || width * height > area) return 'too_many_pixels';
  return { type: format.type, width, height };
}
