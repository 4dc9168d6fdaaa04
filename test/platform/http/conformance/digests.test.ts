import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256Of } from '../../../../src/platform/http/file-responses/digests.ts';

const right = createHash('sha256').update('abc').digest();
const member = `sha-256=:${right.toString('base64')}:`;
const other = `sha-256=:${'A'.repeat(43)}=:`;

/** Dictionaries of structured fields (RFC 9651), as in `Repr-Digest` and `Content-Digest` (RFC 9530). */
it.each([
  ['alone', member],
  ['among others', `md5=:AAAA:, ${member} , sha-512=:AAAA:`],
  ['the last of several', `${other}, ${member}`],
  ['with parameters', `${member};source=disk`],
  ['after a text that looks like a digest', `note="a, ${other}", ${member}`],
  ['after a text with quotes in it', `note="\\", ${other}", ${member}`],
])('accepts the digest header %s', (_where, header) => {
  expect(sha256Of(header)).toEqual(right);
});

it.each([
  ['nothing', undefined],
  ['other algorithms', 'md5=:AAAA:, sha-512=:AAAA:'],
  ['the end of another name', `x-${member}`],
  ['upper case, which member names do not have', member.toUpperCase()],
  ['a token in place of bytes', 'sha-256=abc'],
  ['a text', `note="${other}"`],
])('finds no digest in the header %s', (_what, header) => {
  expect(sha256Of(header)).toBeUndefined();
});
