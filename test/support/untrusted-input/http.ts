import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { recordedMediaType } from '../../../src/core/media-type/media-type.ts';
import { isText, sniffMagic } from '../../../src/core/media-type/sniff-magic.ts';
import { sniffExecutable } from '../../../src/core/media-type/sniff-markup.ts';
import { fileNameOf, isForm } from '../../../src/features/uploads/upload-headers.ts';
import { parseByteRanges } from '../../../src/platform/http/file-responses/byte-range.ts';
import {
  checkPreconditions,
  isNotModified,
  requestedRange,
} from '../../../src/platform/http/file-responses/conditions.ts';
import { sha256Of } from '../../../src/platform/http/file-responses/digests.ts';
import { parseHttpDate } from '../../../src/platform/http/file-responses/http-date.ts';
import { addressedHost } from '../../../src/platform/http/guards/addressed-host.ts';
import { tokenOf } from '../../../src/platform/http/guards/authorization.ts';
import { clientAddress } from '../../../src/platform/http/guards/client-address.ts';
import { checkFraming } from '../../../src/platform/http/guards/framing.ts';
import { isLoopbackOrigin, ownNames } from '../../../src/platform/http/guards/own-names.ts';
import { readFilePart } from '../../../src/platform/http/multipart/multipart.ts';
import { headers, type InputParser, KiB, latin1 } from './input-parser.ts';

const none = Buffer.alloc(0);
const validators = { etag: '"a"', lastModified: 0 };
const trusted = ['127.0.0.1', '10.0.0.0/8'];

/** Returns the part of a request that these parsers read. */
const requestWith = (more: object): IncomingMessage =>
  ({ headers: {}, headersDistinct: {}, socket: { remoteAddress: '127.0.0.1' }, ...more }) as IncomingMessage;

async function readForm(body: string, boundary: string): Promise<void> {
  // Split into chunks, as from a socket.
  const source = Readable.from(body.match(/[^]{1,16384}/g)?.map(latin1) ?? [], { objectMode: false });
  const request = Object.assign(source, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    complete: true,
  });
  const part = await readFilePart(request as unknown as IncomingMessage, source);
  await Promise.allSettled([readAll(part.source), part.rest]);
  recordedMediaType({ declared: part.contentType, fileName: part.fileName, head: none });
}

const partHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n';

/** Parsers of request headers, and of bodies that are not JSON. */
export const httpParsers: Record<string, InputParser> = {
  'media type': {
    max: headers,
    pieces: ['; ', ';a=a', ';a="', '\\"', '/', '=', ' \t'],
    prefixes: ['a/a', 'a/a;a="', 'multipart/form-data'],
    parse: (text) => {
      recordedMediaType({ declared: text, head: none });
      return isForm(requestWith({ headers: { 'content-type': text } }));
    },
  },
  'first bytes of a file': {
    max: 64 * KiB,
    pieces: ['<!--', '-->', '<', ' ', '<?xml', '<!doctype', '\x00'],
    prefixes: ['<?xml', '<svg', 'OggS', '\xff\xfe', 'import '],
    parse: (text) => {
      const bytes = latin1(text);
      return [sniffMagic(bytes), sniffExecutable(bytes, true), sniffExecutable(bytes, false), isText(bytes)];
    },
  },
  Range: {
    max: headers,
    pieces: ['0-0,', '0-', '-1,', ',', ' ', '9', '99999-'],
    prefixes: ['bytes=', 'bytes= '],
    parse: (text) => [
      parseByteRanges(text, 1000),
      requestedRange({ range: text, 'if-range': text }, 1000, validators),
    ],
  },
  'If-Match and If-None-Match': {
    max: headers,
    pieces: ['"a",', 'W/"a", ', '""', ',', ' , ', '"'],
    parse: (text) => [
      isNotModified({ 'if-none-match': text }, validators),
      checkPreconditions({ 'if-match': text }, validators),
    ],
  },
  'dates of HTTP': {
    max: headers,
    pieces: ['Sun, ', '06 ', 'Nov ', ':49', ' GMT'],
    prefixes: ['Sun, 06 Nov 1994 ', 'Sunday, 06-Nov-'],
    parse: (text) => parseHttpDate(text),
  },
  'Content-Digest and Repr-Digest': {
    max: headers,
    pieces: ['"', '\\"', '"\\', 'sha-256=:', 'sha-256=:YQ==:,', ', ', '='],
    prefixes: ['sha-256=:', 'a="'],
    parse: sha256Of,
  },
  Authorization: { max: headers, pieces: ['Bearer ', ' '], prefixes: ['Bearer '], parse: tokenOf },
  Host: {
    max: headers,
    pieces: ['.', ':', ':0', 'localhost', '[', '::'],
    parse: (text) => ownNames(['a.example'])(text),
  },
  Origin: { max: headers, pieces: ['http://', '/', '.', ':', '@', '%41'], parse: isLoopbackOrigin },
  'target of a request': {
    max: headers,
    pieces: ['/', '?', '#', ':', 'http://', '%2f', '&a='],
    prefixes: ['http://', 'https://a/', '/'],
    parse: (url) => {
      const request = requestWith({ url, headersDistinct: { host: ['a'] }, method: 'GET' });
      checkFraming(request);
      return new URLSearchParams(request.url);
    },
  },
  'Forwarded-For, -Host and -Proto': {
    max: headers,
    pieces: ['127.0.0.1,', '10.0.0.1, ', '::1,', ':', ',', ' ', '1.'],
    parse: (text) => {
      const forwarded = { 'x-forwarded-for': text, 'x-forwarded-host': text, 'x-forwarded-proto': text };
      const request = requestWith({ headers: forwarded, connection: { remoteAddress: '127.0.0.1' } });
      return [clientAddress(trusted)(request), addressedHost(trusted)(request)];
    },
  },
  'X-File-Name': { max: headers, pieces: ['YQ', '=', '+'], parse: (fileName) => fileNameOf({ fileName }) },
  'body of a form': {
    max: 512 * KiB,
    pieces: ['--b\r\n', '\r\n', 'a: b\r\n', '\r\n--', '; a="', '\\"', '-', '%41', "filename*=UTF-8''%"],
    prefixes: [
      '--b\r\n',
      `${partHead}Content-Type: `,
      `${partHead}\r\n`,
      '--b\r\nContent-Disposition: form-data; name="',
    ],
    parse: (body) => readForm(`${body}\r\n--b--\r\n`, 'b'),
  },
  'boundary of a form': {
    max: headers,
    pieces: ['; ', '"', '\\"', 'boundary=', "*=''"],
    parse: (boundary) => readForm('--b--\r\n', boundary),
  },
};
