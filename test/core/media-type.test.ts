import { expect, test } from 'vitest';
import { dispositionFor, recordedMediaType } from '../../src/core/media-type/media-type.ts';

const essenceOf = (type: string): string | undefined => type.split(';', 1)[0];
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

test.each([
  ['image/png', png, 'image/png'],
  ['IMAGE/PNG', png, 'image/png'],
  ['text/plain; charset=UTF-8', 'héllo', 'text/plain; charset=UTF-8'],
  ['audio/mpeg', 'anything at all', 'audio/mpeg'],
  ['application/zip', png, 'application/zip'],
  ['text/html', '<p>a document that says so', 'text/html'],
  ['text/markdown', '<h1>markdown may begin so</h1>', 'text/markdown'],
  ['text/plain', '<3 is a heart, not a tag', 'text/plain'],
  ['text/plain', 'import { a } from "b";', 'text/plain'],
  ['application/x-thing; a="b;\\"c"', 'x', 'application/x-thing; a="b;\\"c"'],
])('accepts the declared type %s', (declared, bytes, recorded) => {
  expect(recordedMediaType({ declared, head: Buffer.from(bytes) })).toBe(recorded);
});

test.each([
  ['image/png', '<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
  ['image/png', '\ufeff \n<script>alert(1)</script>', 'text/html'],
  ['image/jpeg', '<unheard-of onclick=x>', 'text/html'],
  ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['image/png', '<?xml version="1.0"?><!-- <html> --><svg:svg/>', 'image/svg+xml'],
  ['image/gif', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml'],
  ['video/mp4', '<?xml version="1.0"?><feed/>', 'application/xml'],
  ['audio/mpeg', '%PDF-1.7', 'application/pdf'],
  ['image/webp', 'import "./evil.js"', 'text/javascript'],
  ['image/webp', 'export{a}from"./evil.js"', 'text/javascript'],
  ['text/plain', '<html><body>', 'text/html'],
  ['text/plain', '<!-- x --><svg onload=alert(1)>', 'image/svg+xml'],
  ['image/png', Buffer.from('\ufeff<script>', 'utf16le'), 'text/html'],
])('does not accept the declared type %s for %s', (declared, bytes, recorded) => {
  expect(recordedMediaType({ declared, head: Buffer.from(bytes) })).toBe(recorded);
});

test.each([
  [png, 'image/png'],
  [Buffer.from('ID3\x04', 'latin1'), 'audio/mpeg'],
  [Buffer.from('\x1aE\xdf\xa3....webm', 'latin1'), 'video/webm'],
  ['%PDF-1.7', 'application/octet-stream'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/octet-stream'],
  ['age-encryption.org/v1\n', 'application/octet-stream'],
])('replaces %j by the detected type for an image, audio or video', (bytes, recorded) => {
  for (const declared of ['application/octet-stream', 'Application/Octet-Stream; x=1']) {
    expect(essenceOf(recordedMediaType({ declared, head: Buffer.from(bytes) }))).toBe(recorded);
  }
});

test.each([
  'png',
  'image/',
  '/png',
  'image/png\r\nX-Evil: 1',
  'a b/c',
  'text/plain; charset',
  'a/b; c="',
  `a/${'b'.repeat(300)}`,
])('rejects the declared type %j', (declared) => {
  expect(recordedMediaType({ declared, head: Buffer.from('%PDF-1.7') })).toBe('application/octet-stream');
});

test.each([
  ['song.mp3', 'ID3', 'audio/mpeg'],
  ['SONG.FLAC', 'fLaC', 'audio/flac'],
  ['page.html', 'hello', 'text/html'],
  ['picture.png', '<svg/>', 'image/svg+xml'],
  ['words.txt', 'Привет', 'text/plain; charset=utf-8'],
  ['words.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text/plain'],
  ['a.constructor', Buffer.from([0, 1]), 'application/octet-stream'],
  [undefined, png, 'image/png'],
  [undefined, Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt ', 'latin1'), 'audio/wav'],
  [undefined, Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'video/mp4'],
  [undefined, Buffer.from('\x1aE\xdf\xa3....webm', 'latin1'), 'video/webm'],
  [undefined, 'plain words', 'text/plain; charset=utf-8'],
  [undefined, '<!doctype html><p>', 'text/html'],
  [undefined, Buffer.from([1, 2, 3, 255]), 'application/octet-stream'],
])('detects %s by its name or bytes if no type is declared', (fileName, bytes, recorded) => {
  expect(recordedMediaType({ fileName, head: Buffer.from(bytes) })).toBe(recorded);
});

test('ignores the default type of form senders', () => {
  expect(recordedMediaType({ declared: 'application/x-www-form-urlencoded', head: png })).toBe('image/png');
});

test('detects text whose 512th byte is inside a character', () => {
  const head = Buffer.from(`a${'ж'.repeat(400)}`);
  expect(recordedMediaType({ head })).toBe('text/plain; charset=utf-8');
});

test.each([
  ['audio/mpeg', 'inline'],
  ['video/mp4', 'inline'],
  ['image/png', 'inline'],
  ['image/jpeg', 'inline'],
  ['text/plain; charset=utf-8', 'inline'],
  ['TEXT/PLAIN', 'inline'],
  ['image/svg+xml', 'attachment'],
  ['image/unheard-of', 'attachment'],
  ['audio/thing+xml', 'attachment'],
  ['text/html', 'attachment'],
  ['text/css', 'attachment'],
  ['application/pdf', 'attachment'],
  ['application/xml', 'attachment'],
  ['application/octet-stream', 'attachment'],
  ['', 'attachment'],
])('serves the recorded type %s as %s', (type, disposition) => {
  expect(dispositionFor(type)).toBe(disposition);
});
