import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';

const digestBytes = 20;
const recordBytes = 4 + digestBytes;

/** Where a journal has the number of its blocks. */
export const knownBlocksFile = (journal: string): string => `${journal}.known`;

/**
 * How many blocks a journal is known to have, in a file beside it: the journal alone cannot tell a last block that is
 * damaged, or an end that is gone, from a block that was in flight. It is written after the block is durable and
 * not made durable itself, so after a power failure it may say less, and never more.
 */
export class KnownBlocks {
  readonly #fd: number;
  readonly #secret: Buffer;

  /** @param secret the journal's: what another journal's file says does not count */
  constructor(journal: string, secret: Buffer) {
    this.#fd = openSync(knownBlocksFile(journal), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#secret = secret;
  }

  /** 0 where nothing is known. */
  read(): number {
    const record = Buffer.alloc(recordBytes);
    readSync(this.#fd, record, 0, recordBytes, 0);
    return knownIn(record, this.#secret);
  }

  write(blocks: number): void {
    try {
      writeSync(this.#fd, recordOf(blocks, this.#secret), 0, recordBytes, 0);
    } catch {
      // The block is there, and must be told of. What is known is less than there is.
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

/** The same for who only reads a journal. */
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
