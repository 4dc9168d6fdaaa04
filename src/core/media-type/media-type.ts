import { extname } from 'node:path';
import { extensionTypes } from './extension-types.ts';
import { isText, sniffMagic } from './sniff-magic.ts';
import { sniffExecutable } from './sniff-markup.ts';

/** Hints for deciding the type of a content. */
export interface TypeHints {
  /** The `Content-Type` that the sender declared. */
  declared?: string | undefined;
  fileName?: string | undefined;
  /** The first bytes, of which at most `headSize` are used. */
  head: Uint8Array;
}

/** Also the type of encrypted files. */
export const unknownType = 'application/octet-stream';
/** The default type of some clients for any body; no file has this type. */
const formType = 'application/x-www-form-urlencoded';
/** Number of first bytes that decide about the type. */
export const headSize = 512;
const longestType = 255;

/** RFC 9110, section 8.3.1, in printable ASCII. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const quoted = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
/** Each space matches in one place only, because a long row of spaces would otherwise cause backtracking. */
const mediaType = new RegExp(
  `^(${token}/${token})([ \\t]*(?:;[ \\t]*(?:${token}=(?:${token}|${quoted})[ \\t]*)?)*)$`,
);

/** Image formats that contain only pixels. Others may be documents, such as SVG. */
const rasterImages = new Set(
  'apng avif bmp gif heic heif jpeg jpg jxl pjpeg png tiff vnd.microsoft.icon webp x-icon x-ms-bmp'.split(
    ' ',
  ),
);

/**
 * Returns the media type to record: the declared one, or else that of the file's name or bytes. Images, audio and video
 * that were declared as the unknown type, as many programs do, get the type of their bytes. A declared type that
 * browsers show inline is replaced if the bytes are a document that browsers execute.
 */
export function recordedMediaType({ declared, fileName, head }: TypeHints): string {
  const bytes = head.subarray(0, headSize);
  const type =
    declared && essence(declared) !== formType ? stated(declared, bytes) : guessed(fileName, bytes);
  if (dispositionFor(type) === 'attachment') return type;
  return sniffExecutable(bytes, type.startsWith('text/')) ?? type;
}

/** Returns `inline` only for types that a browser cannot execute: audio, video, raster images and plain text. */
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

/** Returns the declared type with its name in lower case; an invalid one becomes the unknown type. */
function normalized(declared: string): string {
  const type = declared.trim();
  const [, name = '', parameters] = (type.length <= longestType && mediaType.exec(type)) || [];
  return name ? `${name.toLowerCase()}${parameters}` : unknownType;
}

function stated(declared: string, head: Uint8Array): string {
  const type = normalized(declared);
  const seen = essence(type) === unknownType ? sniffMagic(head) : undefined;
  return seen !== undefined && dispositionFor(seen) === 'inline' ? seen : type;
}

function guessed(fileName: string | undefined, head: Uint8Array): string {
  const byName = fileName && extensionTypes.get(extname(fileName).slice(1).toLowerCase());
  const type =
    byName || sniffMagic(head) || sniffExecutable(head, true) || (isText(head) ? 'text/plain' : unknownType);
  return type === 'text/plain' && isText(head) ? 'text/plain; charset=utf-8' : type;
}
