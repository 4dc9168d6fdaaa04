import { parse } from 'content-disposition';
import { printable } from '../../core/printable.ts';

const longestType = 255;
const longestName = 1000;

/** Returns the media type of a response; undefined for a missing or invalid one. The store decides how it is used. */
export function readContentType(contentType: string): string | undefined {
  return /^[\x20-\x7e]+$/.test(contentType) && contentType.length <= longestType ? contentType : undefined;
}

/** Returns the file name of a response, without folders; undefined for none. */
export function readFileName(contentDisposition: string): string | undefined {
  try {
    const name = parse(contentDisposition).parameters.filename ?? '';
    const last = name.slice(-longestName).split(/[/\\]/).at(-1) ?? '';
    return printable(last).trim() || undefined;
  } catch {
    return undefined;
  }
}
