import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import { copyJournal } from '../../../src/features/chain/embedded/journal/copy-journal.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

/**
 * A journal of frames, as written by earlier versions: three blocks, and the sidecar record after each of
 * them.
 */
const former = JSON.parse(
  readFileSync(new URL('../../vectors/embedded-chain-v1.json', import.meta.url), 'utf8'),
);
const whole = Buffer.from(former.journal, 'base64');
const endOf = (block: number): number => former.ends[block];
const recordOf = (block: number): Buffer => Buffer.from(former.known[block], 'base64');
const stranger = new Address(0, Buffer.alloc(32, 1));

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** @param known the number of acknowledged blocks; by default none is recorded */
function write(bytes: Uint8Array, known?: number): string {
  const file = join(mkdtempSync(join(folder, 'former-')), 'blocks');
  writeFileSync(file, bytes);
  if (known !== undefined) writeFileSync(`${file}.known`, recordOf(known));
  return file;
}

const open = (file: string) => new EmbeddedChain({ file, clock: Date.now });

async function checkFormer(chain: TestChain): Promise<void> {
  const ask = async (method: string, params: object) => (await chain.ask(method, params)).body.result;
  const { address } = testWallet(chain.ton, 'former');
  expect((await ask('getMasterchainInfo', {})).last).toEqual(former.last);
  const inBlock2 = await ask('getBlockTransactions', { workchain: 0, shard: 0, seqno: 2 });
  expect(inBlock2.transactions).toMatchObject(former.block2);
  expect(await ask('getAddressInformation', { address: address.toString() })).toMatchObject(former.wallet);
  const dataOf = async (of: Address) => {
    const transactions: { data: string }[] = await ask('getTransactions', { address: of.toString() });
    return transactions.map(({ data }) => data);
  };
  expect(await dataOf(address)).toEqual(former.ofWallet);
  expect(await dataOf(stranger)).toEqual(former.ofStranger);
}

test('converts a journal of frames once and completely, and the chain continues', async () => {
  const file = write(whole, 3);
  const chain = await openTestChain(file);
  await checkFormer(chain);
  expect(readFileSync(file).toString('latin1', 0, 15)).toBe('SQLite format 3');
  expect(readdirSync(join(file, '..')).sort()).toEqual(['blocks', 'blocks.known']);
  await chain.close();
  const again = await openTestChain(file);
  await checkFormer(again);
  const wallet = testWallet(again.ton, 'former');
  await wallet.send(stranger, 1_000_000_000n, 'after');
  expect(await wallet.seqno()).toBe(2);
  await again.close();
});

test('converts a copy of a journal of frames, and keeps the journal', async () => {
  const file = write(whole, 3);
  const copy = join(mkdtempSync(join(folder, 'copy-')), 'blocks');
  await copyJournal(file, copy);
  expect(readFileSync(file).equals(whole)).toBe(true);
  const chain = await openTestChain(copy);
  await checkFormer(chain);
  await chain.close();
  await expect(copyJournal(write(whole.subarray(0, -1), 3), `${copy}.cut`)).rejects.toThrow('had 3 blocks');
});

test('omits a last unacknowledged block that is truncated anywhere or zeroed', {
  timeout: 120_000,
}, async () => {
  for (let size = endOf(2); size < endOf(3); size += 7) {
    const rest = Buffer.alloc(size % 2 === 0 ? 0 : endOf(3) - size);
    const chain = open(write(Buffer.concat([whole.subarray(0, size), rest]), 2));
    expect(chain.journal.seqno, `cut at ${size}`).toBe(2);
    await chain.close();
  }
  const chain = open(write(Buffer.concat([whole, Buffer.alloc(3000, 'BLCK')]), 3));
  expect(chain.journal.seqno).toBe(3);
  await chain.close();
});

function refuses(bytes: Buffer, says: RegExp | string, what: string, known?: number): void {
  const file = write(bytes, known);
  expect(() => open(file), what).toThrow(says);
  expect(readFileSync(file).equals(bytes), what).toBe(true);
  rmSync(join(file, '..'), { recursive: true });
}

const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
  return bytes;
};

test('fails without changes for an acknowledged block that is truncated or damaged', () => {
  const says =
    /had 3 blocks, and those after block [0-2] are damaged or lost.*remove blocks.known.*Nothing was/;
  for (let size = endOf(0); size < endOf(3); size += size < endOf(2) ? 97 : 5) {
    refuses(whole.subarray(0, size), says, `cut at ${size}`, 3);
  }
  for (let at = endOf(2); at < endOf(3); at += 3) refuses(flipped(at), says, `damaged at ${at}`, 3);
});

test('gives up lost blocks when the record of them is removed', async () => {
  const file = write(whole.subarray(0, endOf(1) + 10), 3);
  expect(() => open(file)).toThrow('remove blocks.known');
  rmSync(`${file}.known`);
  const chain = open(file);
  expect(chain.journal.seqno).toBe(1);
  await chain.close();
});

test('accepts a record with fewer blocks than exist, of another chain, or damaged', async () => {
  const wrong = Buffer.from(recordOf(3));
  wrong.writeUInt8(9, 3);
  for (const record of [recordOf(1), wrong, Buffer.alloc(0), Buffer.alloc(9000)]) {
    const file = write(whole);
    writeFileSync(`${file}.known`, record);
    const chain = open(file);
    expect(chain.journal.seqno).toBe(3);
    await chain.close();
  }
});

test('fails without changes for a damaged byte before the last block, or a missing block', () => {
  const says = /damaged in block [12],.*Nothing was changed.*away\. A new, empty chain/;
  for (let at = endOf(0); at < endOf(2); at += 7) refuses(flipped(at), says, `damaged at ${at}`);
  refuses(Buffer.concat([whole.subarray(0, endOf(1)), whole.subarray(endOf(2))]), says, 'missing');
});

test('fails for a damaged header', () => {
  for (let at = 0; at < endOf(0); at++) refuses(flipped(at), 'isn’t a journal', `damaged at ${at}`);
  for (const size of [1, 16, 48, 63]) refuses(whole.subarray(0, size), 'isn’t a journal', `cut at ${size}`);
});

test('rejects a block of another chain', async () => {
  const secret = Buffer.alloc(32, 9);
  const head = Buffer.concat([whole.subarray(0, 16), secret, whole.subarray(48, 56)]);
  const other = Buffer.concat([head, createHash('sha256').update(head).digest().subarray(0, 8)]);
  const chain = open(write(Buffer.concat([other, whole.subarray(endOf(0))])));
  expect(chain.journal.seqno).toBe(0);
  expect(chain.journal.secret.equals(secret)).toBe(true);
  await chain.close();
});

test('rejects a well-formed block with invalid data', () => {
  const secret = whole.subarray(16, 48);
  const nonsense = Buffer.alloc(100);
  nonsense.writeUInt32BE(0xffff_ffff, 4);
  for (const payload of [nonsense, Buffer.alloc(5), Buffer.alloc(13)]) {
    const head = Buffer.alloc(12, 'BLCK');
    head.writeUInt32BE(4, 4);
    head.writeUInt32BE(payload.length, 8);
    const digest = createHash('sha256').update(secret).update(head.subarray(4, 8)).update(payload).digest();
    const bytes = Buffer.concat([whole, head, digest.subarray(0, 20), payload]);
    refuses(bytes, 'a block that Alcove never wrote', `${payload.length} bytes`);
  }
});
