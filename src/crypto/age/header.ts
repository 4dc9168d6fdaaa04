import { AgeError } from './age-error.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import type { Stanza } from './stanza.ts';

/** The start of an age file: its recipients, and a MAC that proves knowledge of the file key. */
export interface Header {
  stanzas: Stanza[];
  mac: Buffer;
  /** The bytes covered by the MAC. */
  signed: Uint8Array;
  /** Bytes of the whole header. */
  size: number;
}

const format = 'age-encryption.org/';
const versionLine = `${format}v1\n`;
/** The first line of every file. */
export const ageLine = Buffer.from(versionLine);
const macMark = '---';
/** Line length of a body, which ends with a shorter line. */
const columns = 64;

/** Limits of this node; the format itself has none. */
export const maxHeaderBytes = 32 * 1024;
const maxStanzas = 100;

/** Returns the part of a header covered by its MAC: everything up to and including the mark. */
export const encodeSigned = (stanzas: readonly Stanza[]): string =>
  `${versionLine}${stanzas.map(encodeStanza).join('')}${macMark}`;

export const encodeHeader = (signed: string, mac: Uint8Array): string => `${signed} ${encodeBase64(mac)}\n`;

function encodeStanza({ type, args, body }: Stanza): string {
  const wrapped = encodeBase64(body).replace(/.{64}/g, '$&\n');
  return `-> ${[type, ...args].join(' ')}\n${wrapped}\n`;
}

/**
 * Parses the header at the start of a file.
 * @returns undefined when the header is incomplete
 * @throws AgeError `not_age`, `unsupported_version`, `malformed_header`
 */
export function parseHeader(start: Uint8Array): Header | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, maxHeaderBytes));
  requireVersion(bytes);
  // Neither base64 nor the start of a stanza contains the mark, so the first mark begins the last line.
  const markAt = bytes.indexOf(`\n${macMark}`) + 1;
  const end = bytes.indexOf('\n', markAt || bytes.length);
  if (end === -1) {
    if (bytes.length === maxHeaderBytes) throw malformed('is too long');
    return undefined;
  }
  const macLine = bytes.toString('latin1', markAt, end);
  const mac = macLine.startsWith(`${macMark} `) ? decodeBase64(macLine.slice(macMark.length + 1)) : undefined;
  if (mac?.length !== 32) throw malformed('does not end with a MAC');
  return {
    stanzas: parseStanzas(bytes.toString('latin1', versionLine.length, markAt).split('\n').slice(0, -1)),
    mac,
    signed: bytes.subarray(0, markAt + macMark.length),
    size: end + 1,
  };
}

/** Throws as soon as the bytes cannot be a file of version 1. */
function requireVersion(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, versionLine.length);
  if (versionLine.startsWith(start)) return;
  if (start.startsWith(format)) {
    throw new AgeError('unsupported_version', 'This file is of a version of age other than 1.');
  }
  throw new AgeError('not_age', 'This is not an age file.');
}

function parseStanzas(lines: string[]): Stanza[] {
  const stanzas: Stanza[] = [];
  const rest = lines.values();
  for (const line of rest) {
    if (!/^->( [\x21-\x7e]+)+$/.test(line)) throw malformed('has a stanza that does not start as one');
    const [, type = '', ...args] = line.split(' ');
    stanzas.push({ type, args, body: parseBody(rest) });
  }
  if (stanzas.length === 0) throw malformed('names nobody who can open it');
  if (stanzas.length > maxStanzas) throw malformed(`names more than ${maxStanzas} recipients`);
  return stanzas;
}

/** Consumes the lines of one body. */
function parseBody(lines: IterableIterator<string>): Buffer {
  let text = '';
  // A `for … of` would close the iterator.
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (next.value.length > columns) break;
    text += next.value;
    if (next.value.length < columns) {
      const body = decodeBase64(text);
      if (body) return body;
      break;
    }
  }
  throw malformed('has a malformed stanza');
}

const malformed = (what: string): AgeError =>
  new AgeError('malformed_header', `The header of this age file ${what}.`);
