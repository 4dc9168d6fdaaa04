import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFilePart } from '../../../../src/platform/http/multipart/multipart.ts';
import { randomBytes } from '../../../support/random-bytes.ts';

const boundary = 'b-of-test';
const delimiter = `\r\n--${boundary}`;

/** Parses a body that arrives in pieces cut at the given positions. */
function read(body: Buffer, cuts: number[] = [], contentType = `multipart/form-data; boundary=${boundary}`) {
  const ends = [...cuts.filter((at) => at < body.length).sort((a, b) => a - b), body.length];
  const pieces = ends.map((end, index) => Buffer.from(body.subarray(ends[index - 1] ?? 0, end)));
  const source = Readable.from(pieces, { objectMode: false });
  const request = Object.assign(source, { headers: { 'content-type': contentType }, complete: true });
  return readFilePart(request as unknown as IncomingMessage, source);
}

const part = (headers: string, bytes: Uint8Array | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
const file = (bytes: Uint8Array | string, name = 'a.bin') =>
  part(`Content-Disposition: form-data; name="file"; filename="${name}"`, bytes);
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);

/** Bytes full of prefixes of the delimiter. */
const tricky = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: delimiter.length - 1 }).map((length) => delimiter.slice(0, length)),
      fc.constantFrom('\r', '\n', '--', '\r\n\r\n', 'x'),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}\r\n`.includes(delimiter));

test('returns a file unchanged, for any chunks and any surrounding parts', async () => {
  await fc.assert(
    fc.asyncProperty(
      tricky,
      tricky,
      fc.array(fc.nat(600), { maxLength: 30 }),
      fc.boolean(),
      async (bytes, value, cuts, preamble) => {
        const before = Buffer.from(preamble ? 'not shown\r\n' : '');
        const after = Buffer.from('what follows\r\n--is ignored');
        const body = Buffer.concat([before, form(field('a', value), file(bytes), field('b', value)), after]);
        const { source, rest } = await read(body, cuts);
        expect((await buffer(source)).toString()).toBe(bytes);
        await rest;
      },
    ),
    { numRuns: 300 },
  );
});

test('applies backpressure to a large file', async () => {
  const bytes = randomBytes(3_000_000);
  const body = new PassThrough();
  const request = Object.assign(body, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    complete: true,
  });
  const found = readFilePart(request as unknown as IncomingMessage, body);
  const sent = form(file(bytes));
  for (let at = 0; at < sent.length; at += 60_000) body.write(sent.subarray(at, at + 60_000));
  body.end();
  const { source, rest } = await found;
  await new Promise(setImmediate);
  expect(source.readableLength).toBeLessThan(200_000);
  expect((await buffer(source)).equals(bytes)).toBe(true);
  await rest;
});

test.each([
  ['a.txt', 'a.txt'],
  ['Müller 文.txt', 'Müller 文.txt'],
  ['a\\"b".txt', 'a"b'],
  ['with\\backslash', 'with\\backslash'],
  ['x%22y;z', 'x%22y;z'],
  ['', ''],
])('parses the file name %s', async (sent, name) => {
  const { fileName } = await read(form(file('x', sent)));
  expect(fileName).toBe(name);
});

test('parses the media type without its parameters, in lower case', async () => {
  const headers =
    'content-DISPOSITION: form-data;\r\n name=file; filename=a\r\ncontent-type: Text/HTML; charset=utf-8';
  expect(await read(form(part(headers, 'x')))).toMatchObject({ fileName: 'a', contentType: 'text/html' });
});

test('accepts bytes without a name as a file', async () => {
  const headers = 'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream';
  const { source, fileName } = await read(form(part(headers, 'x')));
  expect(fileName).toBeUndefined();
  expect((await buffer(source)).toString()).toBe('x');
});

test.each([
  ['no boundary', form(file('x')), 'http.multipartWithoutBoundary', 'multipart/form-data'],
  ['no type', form(file('x')), 'http.multipartWithoutBoundary', 'nothing'],
  [
    'a boundary longer than 70 characters',
    form(file('x')),
    'http.multipartWithoutBoundary',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ],
  ['another type than multipart', Buffer.from('text'), 'http.multipartMalformed'],
  ['no file', form(field('file', 'x')), 'http.multipartWithoutFile'],
  [
    'a file of another field',
    form(part('Content-Disposition: form-data; name="other"; filename="a"', 'x')),
    'http.multipartOtherField',
  ],
  ['an end within headers', Buffer.from(`--${boundary}\r\nContent-Disp`), 'http.multipartMalformed'],
  ['headers without an end', form(part(`X: ${'x'.repeat(20_000)}`, '')), 'http.multipartMalformed'],
])('rejects a multipart body with %s', async (_, body, reason, contentType?: string) => {
  await expect(read(body, [], contentType)).rejects.toMatchObject({
    code: 'invalid_request',
    text: { reason },
  });
});

test.each([
  ['within the file', file('half').subarray(0, -4), 'http.multipartCutOff'],
  [
    'after the file',
    Buffer.concat([file('x'), Buffer.from(`--${boundary}\r\nX`)]),
    'http.multipartMalformed',
  ],
])('rejects a body that ends %s', async (_, body, reason) => {
  const { source, rest, broken } = await read(body);
  source.resume();
  await expect(rest).rejects.toMatchObject({ code: 'invalid_request', text: { reason } });
  expect(broken.reason).toMatchObject({ text: { reason } });
});
