import { parse } from 'content-disposition';
import { printable } from '../../core/printable.ts';

const LONGEST_TYPE = 255;
const LONGEST_NAME = 1000;

/** The type that an answer states; undefined for none, or what is none. What it means is decided by who stores it. */
export function statedType(contentType: string): string | undefined {
  return /^[\x20-\x7e]+$/.test(contentType) && contentType.length <= LONGEST_TYPE ? contentType : undefined;
}

/** The file name that an answer states, without folders; undefined for none. */
export function statedName(contentDisposition: string): string | undefined {
  try {
    const name = parse(contentDisposition).parameters.filename ?? '';
    const last = name.slice(-LONGEST_NAME).split(/[/\\]/).at(-1) ?? '';
    return printable(last).trim() || undefined;
  } catch {
    return undefined;
  }
}
