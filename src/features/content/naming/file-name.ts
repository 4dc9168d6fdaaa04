import { printable } from '../../../core/printable.ts';

const longest = 200;

/**
 * Returns a safe name for an uploaded file: its last path segment, printable, at most 200 UTF-8 bytes with the
 * extension kept. The name is empty when nothing usable is left.
 */
export function safeFileName(given: string | undefined): string {
  const base = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const name = printable(base).normalize('NFC').trim();
  if (/^\.*$/.test(name)) return '';
  if (Buffer.byteLength(name) <= longest) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + character) > longest - ending.length) break;
    stem += character;
  }
  return stem + ending;
}
