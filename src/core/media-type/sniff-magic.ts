/** A type by the bytes at an offset, in Latin-1; `?` matches any byte. */
type Magic = [type: string, offset: number, bytes: string];

/** Common formats, from the WHATWG MIME Sniffing standard and the formats' own specifications. */
const magics: Magic[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 0, 'RIFF????WEBP'],
  ['image/bmp', 0, 'BM????\0\0\0\0'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/x-icon', 0, '\0\0\x01\0'],
  ['image/jxl', 0, '\0\0\0\x0cJXL \r\n\x87\n'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftyphei'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt  '],
  ['video/mp4', 4, 'ftyp'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
  ['audio/mpeg', 0, '\xff\xf2'],
  ['audio/aac', 0, '\xff\xf1'],
  ['audio/aac', 0, '\xff\xf9'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/wav', 0, 'RIFF????WAVE'],
  ['audio/midi', 0, 'MThd'],
  ['audio/aiff', 0, 'FORM????AIFF'],
  ['video/x-msvideo', 0, 'RIFF????AVI '],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  // Listed explicitly because an age file begins with text.
  ['application/octet-stream', 0, 'age-encryption.org/v1\n'],
];

/** Returns the type of a binary format by its first bytes. */
export function sniffMagic(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return magics.find((magic) => hasMagic(text, magic))?.[0] ?? sniffContainer(text);
}

function hasMagic(text: string, [, offset, bytes]: Magic): boolean {
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] !== '?' && bytes[index] !== text[offset + index]) return false;
  }
  return true;
}

/** Returns the type of an Ogg or Matroska file, which is stated after the signature. */
function sniffContainer(text: string): string | undefined {
  if (text.startsWith('OggS')) return /theora|BBCD/.test(text) ? 'video/ogg' : 'audio/ogg';
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska';
  return undefined;
}

/** Returns whether the bytes are UTF-8 text; a character truncated at the end is accepted. */
export function isText(head: Uint8Array): boolean {
  // Control characters that do not occur in text.
  const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
  try {
    return !binary.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
