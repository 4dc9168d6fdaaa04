import { extname } from 'node:path';
import { extensionTypes } from './extension-types.ts';
import { isText, sniffMagic } from './sniff-magic.ts';
import { sniffExecutable } from './sniff-markup.ts';

/** What is known of a content before its type is decided. */
export interface TypeHints {
  /** The `Content-Type` that the sender declared. */
  declared?: string | undefined;
  fileName?: string | undefined;
  /** The first bytes, at most 512 are looked at. */
  head: Uint8Array;
}

const unknownType = 'application/octet-stream';
/** What clients call any body that they were told nothing about; no file is of this type. */
const formType = 'application/x-www-form-urlencoded';
const headSize = 512;
const longestType = 255;

/** RFC 9110, section 8.3.1, in printable ASCII. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const quoted = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
/** Each space has one place where it can stand, so that a long row of them is read in one way only. */
const mediaType = new RegExp(
  `^(${token}/${token})([ \\t]*(?:;[ \\t]*(?:${token}=(?:${token}|${quoted})[ \\t]*)?)*)$`,
);

/** Image formats that are pixels only. Others may be documents, as SVG is. */
const rasterImages = new Set(
  'apng avif bmp gif heic heif jpeg jpg jxl pjpeg png tiff vnd.microsoft.icon webp x-icon x-ms-bmp'.split(
    ' ',
  ),
);

/**
 * The media type to record: what was declared, else what the file's name or bytes say. A type that browsers show in
 * place is not believed when the bytes are a document that they would execute: then it is that document's type.
 */
export function recordedMediaType({ declared, fileName, head }: TypeHints): string {
  const bytes = head.subarray(0, headSize);
  const type = declared && essence(declared) !== formType ? normalized(declared) : guessed(fileName, bytes);
  if (dispositionFor(type) === 'attachment') return type;
  return sniffExecutable(bytes, type.startsWith('text/')) ?? type;
}

/** `inline` only for what a browser can't execute: audio, video, raster images and plain text. */
export function dispositionFor(type: string): 'inline' | 'attachment' {
  const [family = '', kind = ''] = essence(type).split('/');
  if (kind.endsWith('+xml')) return 'attachment';
  const harmless =
    family === 'audio' ||
    family === 'video' ||
    (family === 'image' && rasterImages.has(kind)) ||
    (family === 'text' && kind === 'plain');
  return harmless ? 'inline' : 'attachment';
}

const essence = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The declared type with its name in lower case; what is none becomes the unknown type. */
function normalized(declared: string): string {
  const type = declared.trim();
  const [, name = '', parameters] = (type.length <= longestType && mediaType.exec(type)) || [];
  return name ? `${name.toLowerCase()}${parameters}` : unknownType;
}

function guessed(fileName: string | undefined, head: Uint8Array): string {
  const byName = fileName && extensionTypes.get(extname(fileName).slice(1).toLowerCase());
  const type =
    byName || sniffMagic(head) || sniffExecutable(head, true) || (isText(head) ? 'text/plain' : unknownType);
  return type === 'text/plain' && isText(head) ? 'text/plain; charset=utf-8' : type;
}
