import { join, parse } from 'node:path';

const maxBytes = 200;

/** Device names on Windows, with any extension (Microsoft: Naming Files, Paths, and Namespaces). */
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) ?(\.|$)/i;

/**
 * Characters that change how a name looks: direction marks could show “fdp.exe” as “exe.pdf”, and blank letters could
 * hide its end.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** Runs of spaces could push an extension out of sight. */
const spaces = /[\s\p{Zs}]+/gu;

/** Turns a name that the uploader chose into a file name of at most 200 bytes that every system accepts. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replace(invisible, '')
    .replace(spaces, ' ')
    .replace(/[<>:"/\\|?*]/g, '_');
  const short = shorten(trimmed(cleaned));
  if (short === '') return 'content';
  return reservedOnWindows.test(short) ? `_${short}` : short;
}

/** Yields a path, then that path with the numbers from 2. */
export function* numberedPaths(path: string): Generator<string> {
  const { dir, name, ext } = parse(path);
  yield path;
  for (let n = 2; ; n += 1) yield join(dir, `${name} (${n})${ext}`);
}

const isTrimmed = (character: string | undefined): boolean => character === ' ' || character === '.';

/** Removes dots and spaces at both ends, which Windows drops and which hide a file elsewhere. */
function trimmed(name: string): string {
  let [start, end] = [0, name.length];
  while (isTrimmed(name[start])) start++;
  while (end > start && isTrimmed(name[end - 1])) end--;
  return name.slice(start, end);
}

/** Keeps the extension and as many whole characters of the rest as fit. */
function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && /^\.[^\s]{1,15}$/u.test(name.slice(dot));
  const extension = isExtension ? name.slice(dot) : '';
  let bytes = Buffer.byteLength(extension);
  let rest = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    rest += character;
  }
  return trimmed(rest) + extension;
}
