/** Control characters, and those that change the direction of text to disguise an ending. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/g;

const longest = 200;

/**
 * The name to keep for an uploaded file: its last path segment, printable, at most 200 UTF-8 bytes with
 * its ending kept. Empty when nothing useful is left.
 */
export function safeFileName(given: string | undefined): string {
  const base = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(unprintable, '').normalize('NFC').trim();
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
