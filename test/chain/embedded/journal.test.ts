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
import { EmbeddedChain } from '../../../src/chain/embedded/embedded-chain.ts';
import { JournalError } from '../../../src/chain/embedded/journal-error.ts';
import { temporaryFolder } from '../../start-test-node.ts';
import { smallDisk } from '../../support/small-disk.ts';

const folder = temporaryFolder();
const original = join(folder, 'blocks');
const account = new Address(0, Buffer.alloc(32, 1));
/** The size of the file after each block, the empty one first. */
const sizes: number[] = [];

const open = (file: string, clock = Date.now) => new EmbeddedChain({ file, clock });
const balance = (chain: EmbeddedChain) => chain.stateOf(account).account?.storage.balance.coins ?? 0n;

/** A copy that may be damaged. */
function copy(): string {
  const file = join(mkdtempSync(join(folder, 'copy-')), 'blocks');
  copyFileSync(original, file);
  return file;
}

beforeAll(async () => {
  const chain = open(original);
  sizes.push(statSync(original).size);
  for (let block = 0; block < 4; block++) {
    await chain.faucet(account, 1_000_000_000n);
    sizes.push(statSync(original).size);
  }
  await chain.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

const sizeAfter = (block: number) => sizes[block] as number;

test('a last block that is cut off anywhere is left out, and the chain goes on', {
  timeout: 120_000,
}, async () => {
  for (let size = sizeAfter(3); size < sizeAfter(4); size++) {
    const file = copy();
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

test('a last block of which the disk kept only zeros is left out', async () => {
  const file = copy();
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
    expect(() => open(file), `damaged at ${at}`).toThrow(/damaged in block [123],.*move it away/);
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

describe('a full disk', () => {
  const disk = smallDisk(1);
  afterAll(() => disk.remove());

  test.skipIf(disk.missing !== undefined)('refuses the block, and the chain goes on unharmed', async () => {
    const file = join(disk.path, 'blocks');
    // Without time passing there are no storage fees.
    const now = Date.now();
    const chain = open(file, () => now);
    await chain.faucet(account, 1_000_000_000n);
    const before = balance(chain);
    const ballast = join(disk.path, 'ballast');
    fill(ballast);
    // The journal's last page may have room for some more.
    await fillWithBlocks(chain, file);
    const { seqno } = chain.index;
    expect(balance(chain)).toBe(before + BigInt(seqno - 1) * 1000n);
    rmSync(ballast);
    await chain.faucet(account, 1000n);
    const after = balance(chain);
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
