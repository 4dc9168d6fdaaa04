const maxBytes = 200;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * Turns the stored name of a content, which its uploader chose, into one that every system takes as the
 * name of a file in the folder where it is saved, at most 200 bytes long.
 */
export function safeFileName(name: string): string {
  const cleaned = name
    // Direction marks could make “fdp.exe” look like “exe.pdf”.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const short = shorten(cleaned);
  if (short === '') return 'content';
  return reservedOnWindows.test(short) ? `_${short}` : short;
}

/** Keeps the extension and as much of the rest as fits, in whole characters. */
function shorten(name: string): string {
  const extension = /\.[^.\s]{1,15}$/u.exec(name)?.[0] ?? '';
  const characters = [...name.slice(0, name.length - extension.length)];
  let rest = characters.join('');
  while (Buffer.byteLength(rest + extension) > maxBytes) {
    characters.pop();
    rest = characters.join('');
  }
  return rest + extension;
}
