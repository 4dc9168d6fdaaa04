import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';

const digestBytes = 20;
const recordBytes = 4 + digestBytes;

/** Returns the path of the file with the number of blocks of a journal. */
export const knownBlocksFile = (journal: string): string => `${journal}.known`;

/**
 * Stores the known number of blocks in a file beside the journal: the journal alone cannot distinguish a damaged last
 * block or a missing end from an incomplete block. The file is written after the block is durable and is not synced, so
 * after a power failure its number may be too low but never too high.
 */
export class KnownBlocks {
  readonly #fd: number;
  readonly #secret: Buffer;

  /** @param secret of the journal; the file of another journal is ignored */
  constructor(journal: string, secret: Buffer) {
    this.#fd = openSync(knownBlocksFile(journal), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#secret = secret;
  }

  /** Returns 0 when nothing is known. */
  read(): number {
    const record = Buffer.alloc(recordBytes);
    readSync(this.#fd, record, 0, recordBytes, 0);
    return knownIn(record, this.#secret);
  }

  write(blocks: number): void {
    try {
      writeSync(this.#fd, recordOf(blocks, this.#secret), 0, recordBytes, 0);
    } catch {
      // The block is durable and must be reported; a number that is too low is allowed.
    }
  }

  close(): void {
    try {
      fdatasyncSync(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
  }
}

/** Reads the number without opening the journal for writing. */
export function readKnownBlocks(journal: string, secret: Buffer): number {
  if (!existsSync(knownBlocksFile(journal))) return 0;
  const fd = openSync(knownBlocksFile(journal), 'r');
  try {
    const record = Buffer.alloc(recordBytes);
    readSync(fd, record, 0, recordBytes, 0);
    return knownIn(record, secret);
  } finally {
    closeSync(fd);
  }
}

function recordOf(blocks: number, secret: Buffer): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(blocks);
  const digest = createHash('sha256').update('known').update(secret).update(number).digest();
  return Buffer.concat([number, digest.subarray(0, digestBytes)]);
}

function knownIn(record: Buffer, secret: Buffer): number {
  const blocks = record.readUInt32BE(0);
  return recordOf(blocks, secret).equals(record) ? blocks : 0;
}
