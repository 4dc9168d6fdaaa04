import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import { JournalError } from '../../../src/features/chain/embedded/journal/journal-error.ts';
import { Frames } from '../../../src/features/chain/embedded/journal/journal-frames.ts';
import { readHeader } from '../../../src/features/chain/embedded/journal/journal-header.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { makeReadOnly } from './make-read-only.ts';

const folder = temporaryFolder();
const original = join(folder, 'blocks');
const account = new Address(0, Buffer.alloc(32, 1));
/** The size of the file after each block, the empty one first. */
const sizes: number[] = [];
/** What lies beside it then. */
const known: Buffer[] = [];

const open = (file: string, clock = Date.now) => new EmbeddedChain({ file, clock });
const balance = (chain: EmbeddedChain) => chain.stateOf(account).account?.storage.balance.coins ?? 0n;

/**
 * A copy that may be damaged.
 * @param knownBlocks how many blocks were acknowledged; by default nothing says so
 */
function copy(knownBlocks?: number): string {
  const file = join(mkdtempSync(join(folder, 'copy-')), 'blocks');
  copyFileSync(original, file);
  if (knownBlocks !== undefined) writeFileSync(`${file}.known`, known[knownBlocks] as Buffer);
  return file;
}

beforeAll(async () => {
  const chain = open(original);
  sizes.push(statSync(original).size);
  known.push(readFileSync(`${original}.known`));
  for (let block = 0; block < 4; block++) {
    await chain.faucet(account, 1_000_000_000n);
    sizes.push(statSync(original).size);
    known.push(readFileSync(`${original}.known`));
  }
  await chain.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

const sizeAfter = (block: number) => sizes[block] as number;

test('a last block in flight that is cut off anywhere is left out, and the chain goes on', {
  timeout: 120_000,
}, async () => {
  for (let size = sizeAfter(3); size < sizeAfter(4); size++) {
    const file = copy(3);
    truncateSync(file, size);
    const chain = open(file);
    expect(chain.index.seqno, `cut at ${size}`).toBe(3);
    expect(chain.cutBytes).toBe(size - sizeAfter(3));
    await chain.close();
    expect(statSync(file).size).toBe(sizeAfter(3));
    rmSync(file);
  }
  const file = copy();
  truncateSync(file, sizeAfter(4) - 1);
  const chain = open(file);
  await chain.faucet(account, 5n);
  const expected = balance(chain);
  await chain.close();
  const again = open(file);
  expect(again.index.seqno).toBe(4);
  expect(balance(again)).toBe(expected);
  await again.close();
});

test('an acknowledged block that is cut off, or damaged, is an error that changes nothing', () => {
  const says =
    /had 4 blocks, and those after block [0-3] are damaged or lost.*remove blocks.known.*Nothing was/;
  const refuses = (file: string, what: string) => {
    const bytes = readFileSync(file);
    expect(() => open(file), what).toThrow(says);
    expect(readFileSync(file).equals(bytes), what).toBe(true);
    rmSync(file);
  };
  for (let size = sizeAfter(0); size < sizeAfter(4); size += size < sizeAfter(3) ? 97 : 5) {
    const file = copy(4);
    truncateSync(file, size);
    refuses(file, `cut at ${size}`);
  }
  for (const size of sizes.slice(0, 4)) {
    const file = copy(4);
    truncateSync(file, size);
    refuses(file, `cut at the block that ends at ${size}`);
  }
  for (let at = sizeAfter(3); at < sizeAfter(4); at += 3) {
    const file = copy(4);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
    writeFileSync(file, bytes);
    refuses(file, `damaged at ${at}`);
  }
});

test('lost blocks are given up by removing what knows of them', async () => {
  const file = copy(4);
  truncateSync(file, sizeAfter(2) + 10);
  expect(() => open(file)).toThrow('remove blocks.known');
  rmSync(`${file}.known`);
  const chain = open(file);
  expect(chain.index.seqno).toBe(2);
  await chain.close();
});

test('what is known of blocks may be less than there are, or of another chain, or damaged', async () => {
  const other = join(folder, 'known', 'blocks');
  await open(other).close();
  const ofAnother = Buffer.from(readFileSync(`${other}.known`));
  const wrong = Buffer.from(known[4] as Buffer);
  wrong.writeUInt8(9, 3);
  for (const record of [known[1] as Buffer, ofAnother, wrong, Buffer.alloc(0), Buffer.alloc(9000)]) {
    const file = copy();
    writeFileSync(`${file}.known`, record);
    const chain = open(file);
    expect(chain.index.seqno).toBe(4);
    await chain.close();
    truncateSync(file, sizeAfter(3));
    expect(() => open(file)).toThrow('had 4 blocks');
  }
});

test('a journal that is gone is an error, and no new chain', () => {
  const file = copy(4);
  rmSync(file);
  expect(() => open(file)).toThrow(/is gone.*a new, empty chain begins/);
  rmSync(`${file}.known`);
  expect(open(file).index.seqno).toBe(0);
});

test('a block of which the file says nonsense, in the right form, is refused', () => {
  const file = copy();
  const secret = readHeader(readFileSync(file).subarray(0, sizeAfter(0)), file).secret;
  const frames = new Frames(secret);
  const nonsense = Buffer.alloc(100);
  nonsense.writeUInt32BE(0xffff_ffff, 4);
  for (const payload of [nonsense, Buffer.alloc(5), Buffer.alloc(13)]) {
    truncateSync(file, sizeAfter(4));
    appendFileSync(file, frames.encode(5, payload));
    expect(() => open(file)).toThrow('a block that Alcove never wrote');
  }
});

test('a last block of which the disk kept only zeros is left out', async () => {
  const file = copy(3);
  const bytes = readFileSync(file).fill(0, sizeAfter(3));
  writeFileSync(file, bytes);
  const chain = open(file);
  expect(chain.index.seqno).toBe(3);
  await chain.close();
});

test('a damaged byte before the last block is an error that changes nothing', () => {
  for (let at = sizeAfter(0); at < sizeAfter(3); at += 7) {
    const file = copy();
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at);
    writeFileSync(file, bytes);
    expect(() => open(file), `damaged at ${at}`).toThrow(
      /damaged in block [123],.*Nothing was changed.*away: then a new, empty chain/,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
    rmSync(file);
  }
});

test('a missing block is an error', () => {
  const file = copy();
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, sizeAfter(1)), bytes.subarray(sizeAfter(2))]));
  expect(() => open(file)).toThrow(/damaged in block 2/);
});

test('a damaged beginning, and a file of another kind, are errors', () => {
  for (let at = 0; at < sizeAfter(0); at++) {
    const file = copy();
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(file, bytes);
    expect(() => open(file), `damaged at ${at}`).toThrow(JournalError);
    rmSync(file);
  }
  const file = join(folder, 'text');
  writeFileSync(file, 'no journal');
  expect(() => open(file)).toThrow(/no journal/);
});

test('garbage behind the last block is left out', async () => {
  const file = copy();
  appendFileSync(file, Buffer.alloc(3000, 'BLCK'));
  const chain = open(file);
  expect(chain.index.seqno).toBe(4);
  expect(chain.cutBytes).toBe(3000);
  await chain.close();
});

test('a block of another chain is no block of this one', async () => {
  const other = join(folder, 'other', 'blocks');
  const chain = open(other);
  await chain.faucet(account, 1n);
  await chain.close();
  const file = copy();
  truncateSync(file, sizeAfter(3));
  // What somebody put into a block, which was cut off in the middle, does not pass for a block behind it.
  appendFileSync(file, Buffer.concat([Buffer.alloc(10), readFileSync(other).subarray(sizeAfter(0))]));
  const opened = open(file);
  expect(opened.index.seqno).toBe(3);
  await opened.close();
});

test('time never goes back', async () => {
  const file = copy();
  const later = Date.now() + 3_600_000;
  const ahead = open(file, () => later);
  await ahead.faucet(account, 1n);
  await ahead.close();
  const behind = open(file);
  expect(behind.now).toBe(Math.floor(later / 1000));
  await behind.faucet(account, 1n);
  expect(behind.index.lastTime).toBe(Math.floor(later / 1000));
  await behind.close();
});

test.runIf(process.platform === 'linux')(
  'where a block can be neither written nor taken back, no more are taken until the journal is read anew',
  async () => {
    const file = copy(4);
    const chain = open(file);
    await chain.load();
    makeReadOnly(file);
    for (let time = 0; time < 2; time++) {
      await expect(chain.faucet(account, 1n)).rejects.toThrow(/neither be written to blocks nor taken back/);
    }
    await chain.close();
    const again = open(file);
    expect(again.index.seqno).toBe(4);
    await again.close();
  },
);

describe('a disk that is read-only', () => {
  const disk = smallDisk(1);
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, disk.path]);

  test.skipIf(disk.missing)('is said when the chain is opened, and heals', async () => {
    const file = join(disk.path, 'blocks');
    remount('ro');
    expect(() => open(file)).toThrow(/cannot be opened: its disk is read-only/);
    remount('rw');
    const chain = open(file);
    await chain.faucet(account, 1n);
    await chain.close();
    remount('ro');
    expect(() => open(file)).toThrow(/cannot be opened: its disk is read-only/);
    remount('rw');
    const again = open(file);
    expect(again.index.seqno).toBe(1);
    await again.close();
  });
});

describe('a full disk', () => {
  const disk = smallDisk(1);

  test.skipIf(disk.missing !== undefined)('refuses the block, and the chain goes on unharmed', async () => {
    const ballast = join(disk.path, 'ballast');
    fill(ballast);
    const file = join(disk.path, 'chain', 'blocks');
    expect(() => open(file)).toThrow(/cannot be opened: its disk is full/);
    rmSync(ballast);
    // Without time passing there are no storage fees.
    const now = Date.now();
    const chain = open(file, () => now);
    await chain.faucet(account, 1_000_000_000n);
    const before = balance(chain);
    fill(ballast);
    // The journal's last page may have room for some more.
    await fillWithBlocks(chain, file);
    const { seqno } = chain.index;
    expect(balance(chain)).toBe(before + BigInt(seqno - 1) * 1000n);
    rmSync(ballast);
    await chain.faucet(account, 1000n);
    const after = balance(chain);
    // In full, in spite of a full disk.
    fill(ballast);
    await chain.close();
    const again = open(file);
    expect(again.index.seqno).toBe(seqno + 1);
    expect(balance(again)).toBe(after);
    await again.close();
  });
});

function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

async function fillWithBlocks(chain: EmbeddedChain, file: string): Promise<void> {
  let size = statSync(file).size;
  try {
    for (;;) {
      await chain.faucet(account, 1000n);
      size = statSync(file).size;
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
    expect(statSync(file).size).toBe(size);
  }
}
