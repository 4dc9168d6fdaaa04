import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { damaged, JournalError } from './journal-error.ts';
import type { Place } from './journal-frames.ts';

const name = 'alcove chain v';
const version = '1\n';
const secretBytes = 32;
const checkBytes = 8;
export const headerBytes = name.length + version.length + secretBytes + 8 + checkBytes;

/** Position of the first block. */
export const firstPlace: Place = { blocks: 0, end: headerBytes };

/** Initial values of a chain. */
export interface Genesis {
  /** Random and never disclosed, so that no two chains are alike. */
  secret: Buffer;
  /** Creation time in Unix seconds. */
  time: number;
}

const checkOf = (bytes: Buffer): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(0, checkBytes);

/** Creates an empty journal atomically and durably. */
export function createJournalFile(file: string, time: number): void {
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(time));
  const head = Buffer.concat([Buffer.from(name + version), randomBytes(secretBytes), moment]);
  const draft = `${file}.new`;
  const fd = openSync(draft, 'w', 0o600);
  try {
    writeSync(fd, Buffer.concat([head, checkOf(head)]));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** @throws JournalError */
export function readHeader(bytes: Buffer, file: string): Genesis {
  if (bytes.length === headerBytes && bytes.toString('latin1', 0, name.length) === name) {
    const end = headerBytes - checkBytes;
    if (checkOf(bytes.subarray(0, end)).equals(bytes.subarray(end))) return genesisOf(bytes, file);
  }
  throw damaged(file, 'is damaged at its beginning, or no journal at all');
}

function genesisOf(bytes: Buffer, file: string): Genesis {
  const at = name.length + version.length;
  if (bytes.toString('latin1', name.length, at) !== version) {
    throw new JournalError(
      `${basename(file)} was written by a later version of Alcove. Start that one, or move its folder away: then a new, empty chain begins.`,
    );
  }
  return {
    secret: Buffer.from(bytes.subarray(at, at + secretBytes)),
    time: Number(bytes.readBigUInt64BE(at + secretBytes)),
  };
}

/** Windows has no call that syncs a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
