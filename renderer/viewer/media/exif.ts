const dateTimeOriginal = 0x9003;
const exifDirectory = 0x8769;
const asciiType = 2;
/** Limit of entries; directories of cameras have some hundred at most. */
const maxEntries = 1000;
const dateLength = 19;

/**
 * Returns when a JPEG, PNG or WebP was taken, in the camera's local time, e.g. `2026-05-03T14:22:10`; null if the
 * picture does not state it. Exif 3.0, tag DateTimeOriginal.
 */
export function takenAt(bytes: ArrayBuffer): string | null {
  const view = new DataView(bytes);
  try {
    const block = exifBlock(view);
    return block && dateOf(block);
  } catch (error) {
    // Offsets in a damaged file may exceed the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the TIFF structure with the Exif data of a picture; null without one. */
function exifBlock(view: DataView): DataView | null {
  if (view.getUint16(0) === 0xffd8) return jpegBlock(view);
  if (textAt(view, 1, 3) === 'PNG') return chunkOf(view, { from: 8, name: 'eXIf', isPng: true });
  if (textAt(view, 8, 4) === 'WEBP') return chunkOf(view, { from: 12, name: 'EXIF', isPng: false });
  return null;
}

/** Searches the segments before the pixels of a JPEG. */
function jpegBlock(view: DataView): DataView | null {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    // Either the pixels follow, or the file is not a JPEG.
    if (marker === 0xffda || marker < 0xff00) return null;
    const length = view.getUint16(at + 2);
    if (marker === 0xffe1 && textAt(view, at + 4, 4) === 'Exif') {
      return part(view, at + 10, length - 8);
    }
    at += 2 + length;
  }
}

/**
 * Searches the chunks of a PNG or a WebP. In a WebP, the length follows the name, and chunks are padded to even
 * lengths.
 */
function chunkOf(
  view: DataView,
  { from, name, isPng }: { from: number; name: string; isPng: boolean },
): DataView | null {
  for (let at = from; ; ) {
    const length = isPng ? view.getUint32(at) : view.getUint32(at + 4, true);
    if (textAt(view, at + (isPng ? 4 : 0), 4) === name) return part(view, at + 8, length);
    at += 8 + (isPng ? length + 4 : length + (length % 2));
  }
}

/** Returns the date in a TIFF structure; null if it has none or an invalid one. */
function dateOf(tiff: DataView): string | null {
  const isLittle = tiff.getUint16(0) === 0x4949;
  const valueOf = (offset: number, tag: number): number | null => {
    const entries = Math.min(tiff.getUint16(offset, isLittle), maxEntries);
    for (let at = offset + 2; at < offset + 2 + entries * 12; at += 12) {
      if (tiff.getUint16(at, isLittle) !== tag) continue;
      if (tag === dateTimeOriginal && tiff.getUint16(at + 2, isLittle) !== asciiType) return null;
      return tiff.getUint32(at + 8, isLittle);
    }
    return null;
  };
  const directory = valueOf(tiff.getUint32(4, isLittle), exifDirectory);
  const text = directory === null ? null : valueOf(directory, dateTimeOriginal);
  return text === null ? null : isoDate(textAt(tiff, text, dateLength));
}

/** Returns a date of Exif, `2026:05:03 14:22:10`, in the form of ISO 8601; null for an invalid or empty one. */
function isoDate(text: string): string | null {
  const [, year, month, day, time] = /^([12]\d{3}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${time}`;
  return Number.isNaN(Date.parse(`${iso}Z`)) ? null : iso;
}

const part = (view: DataView, from: number, length: number): DataView =>
  new DataView(view.buffer, view.byteOffset + from, length);

/** @throws RangeError beyond the end */
function textAt(view: DataView, from: number, length: number): string {
  let text = '';
  for (let at = from; at < from + length; at += 1) text += String.fromCharCode(view.getUint8(at));
  return text;
}
