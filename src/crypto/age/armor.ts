import { AgeError } from './age-error.ts';

const begin = '-----BEGIN AGE ENCRYPTED FILE-----';
const end = '-----END AGE ENCRYPTED FILE-----';

/** Encodes a small age file in its text form (RFC 7468). */
export function armor(file: Uint8Array): string {
  const lines = Buffer.from(file.buffer, file.byteOffset, file.length)
    .toString('base64')
    .match(/.{1,64}/g);
  return `${[begin, ...(lines ?? []), end].join('\n')}\n`;
}

/** Decodes an armored age file; accepts CRLF, and whitespace around it. @throws AgeError `malformed_armor` */
export function dearmor(text: string): Buffer {
  const lines = text.trim().split(/\r?\n/);
  const body = lines.slice(1, -1);
  const base64 = body.join('');
  const file = Buffer.from(base64, 'base64');
  const wrapped = body.every(({ length }, at) =>
    at < body.length - 1 ? length === 64 : length > 0 && length <= 64,
  );
  if (lines[0] === begin && lines.at(-1) === end && wrapped && file.toString('base64') === base64) {
    return file;
  }
  throw new AgeError('malformed_armor', `This is not an armored age file, which starts with ${begin}.`);
}
