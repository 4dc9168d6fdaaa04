import { parse } from 'content-disposition';
import { printable } from '../../core/printable.ts';

const longestType = 255;
const longestName = 1000;

/** The type that an answer states; undefined for none, or what is none. What it means is decided by who stores it. */
export function readContentType(contentType: string): string | undefined {
  return /^[\x20-\x7e]+$/.test(contentType) && contentType.length <= longestType ? contentType : undefined;
}

/** The file name that an answer states, without folders; undefined for none. */
export function readFileName(contentDisposition: string): string | undefined {
  try {
    const name = parse(contentDisposition).parameters.filename ?? '';
    const last = name.slice(-longestName).split(/[/\\]/).at(-1) ?? '';
    return printable(last).trim() || undefined;
  } catch {
    return undefined;
  }
}
