import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import { JournalError } from '../../../src/features/chain/embedded/journal/journal-error.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { limitFileSize } from './limit-file-size.ts';

const folder = temporaryFolder();
const original = join(folder, 'blocks');
const account = new Address(0, Buffer.alloc(32, 1));
/** All rows of the original. */
let content: string;

const open = (file: string, clock = Date.now) => new EmbeddedChain({ file, clock });
const balance = (chain: EmbeddedChain) => chain.stateOf(account).account?.storage.balance.coins ?? 0n;

/** Everything of a chain that clients can read. */
const contentOf = ({ journal }: EmbeddedChain) =>
  JSON.stringify([
    journal.secret.toString('hex'),
    [journal.seqno, journal.lastLt, journal.lastTime],
    Array.from({ length: journal.seqno + 1 }, (_, seqno) => journal.ofBlock(seqno)),
    journal.ofAccount(account.toRawString(), journal.lastLt, 0, -1),
    journal.stateOf(account.toRawString()),
  ]);

/** A copy that may be damaged. */
function copy(): string {
  const file = join(mkdtempSync(join(folder, 'copy-')), 'blocks');
  copyFileSync(original, file);
  return file;
}

beforeAll(async () => {
  const chain = open(original);
  for (let block = 0; block < 4; block++) await chain.faucet(account, 1_000_000_000n);
  content = contentOf(chain);
  await chain.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the file: either it is complete, or an error reports the damage and the file does not change. */
async function openDamaged(file: string, what: string): Promise<'whole' | 'refused'> {
  const bytes = readFileSync(file);
  try {
    const chain = open(file);
    expect(contentOf(chain), what).toBe(content);
    await chain.close();
    return 'whole';
  } catch (error) {
    expect(error, what).toBeInstanceOf(JournalError);
    expect((error as Error).message, what).toMatch(
      /^(The (journal of the embedded chain, blocks, is damaged|file blocks isn’t a journal).*Nothing was changed.*away\. A new, empty|A newer version of Alcove wrote blocks)/,
    );
    expect(readFileSync(file).equals(bytes), what).toBe(true);
    return 'refused';
  }
}

test('keeps everything in one file after it is reopened', async () => {
  const file = copy();
  const chain = open(file);
  expect(contentOf(chain)).toBe(content);
  await chain.faucet(account, 5n);
  const expected = contentOf(chain);
  expect(existsSync(`${file}-journal`)).toBe(false);
  await chain.close();
  const again = open(file);
  expect(again.journal.seqno).toBe(5);
  expect(contentOf(again)).toBe(expected);
  await again.close();
});

test('fails without changes for a damaged byte that matters', async () => {
  const step = 23;
  const file = copy();
  const whole = readFileSync(file);
  const refused = new Set<number>();
  // Every byte of SQLite's header, and other ones of the rest in every run.
  const first = 100 + (Date.now() % step);
  for (let at = 0; at < whole.length; at = at < 100 ? at + 1 : Math.max(at + step, first)) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
    writeFileSync(file, bytes);
    if ((await openDamaged(file, `damaged at ${at}`)) === 'refused') refused.add(at);
  }
  // The rest is free space.
  expect(refused.size).toBeGreaterThan(100);
});

test('names the block of a damaged byte of a transaction or a state', () => {
  const db = new Database(original, { readonly: true });
  const rows = db.prepare<[], { seqno: number; boc: Buffer; state: Buffer }>(
    'SELECT seqno, boc, state FROM transactions WHERE lt > 0',
  );
  for (const { seqno, boc, state } of rows.all()) {
    for (const part of [boc, state]) {
      const file = copy();
      const bytes = readFileSync(file);
      // Also in copies in SQLite's free space, which are never read.
      for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) {
        bytes.writeUInt8(bytes.readUInt8(at + 9) ^ 1, at + 9);
      }
      writeFileSync(file, bytes);
      expect(() => open(file)).toThrow(new RegExp(`is damaged in block ${seqno}\\. Nothing was changed`));
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  }
  db.close();
});

test('fails without changes for a file truncated anywhere', async () => {
  const file = copy();
  const whole = readFileSync(file);
  // The last page ends with the newest row of its table or index, or with zeros.
  for (let size = 1; size < whole.length - 512; size += 97) {
    writeFileSync(file, whole.subarray(0, size));
    expect(await openDamaged(file, `cut at ${size}`)).toBe('refused');
  }
  writeFileSync(file, '');
  expect(() => open(file)).toThrow('isn’t a journal of the embedded chain, or its beginning is damaged');
});

test('fails for a page that the disk kept as zeros', async () => {
  const whole = readFileSync(original);
  for (let page = 0; page < whole.length; page += 4096) {
    const file = copy();
    writeFileSync(file, Buffer.from(whole).fill(0, page, page + 4096));
    expect(await openDamaged(file, `page at ${page}`)).toBe('refused');
  }
});

test('fails for a missing or repeated block', () => {
  for (const change of [
    'DELETE FROM transactions WHERE seqno = 2',
    'UPDATE transactions SET seqno = 3 WHERE seqno = 2',
  ]) {
    const file = copy();
    const db = new Database(file);
    db.exec(change);
    db.close();
    expect(() => open(file), change).toThrow(/is damaged in block [23]/);
  }
});

test('omits an uncommitted block after a crash, and the chain continues', async () => {
  const file = copy();
  // The files that SQLite leaves after a kill in the middle of a commit.
  const program = `
    const db = new (require('better-sqlite3'))(${JSON.stringify(file)});
    db.pragma('cache_size = 1');
    db.exec('BEGIN');
    const row = db.prepare("INSERT INTO transactions VALUES (?, 5, 0, '', x'00', zeroblob(3000), NULL)");
    for (let lt = 10000000; lt < 10000100; lt++) row.run(lt);
    process.kill(process.pid, 'SIGKILL');
  `;
  expect(() => execFileSync(process.execPath, ['-e', program])).toThrow();
  expect(statSync(file).size).toBeGreaterThan(statSync(original).size);
  expect(statSync(`${file}-journal`).size).toBeGreaterThan(0);
  const chain = open(file);
  expect(contentOf(chain)).toBe(content);
  await chain.faucet(account, 5n);
  expect(chain.journal.seqno).toBe(5);
  await chain.close();
});

test('fails for a missing journal, and creates no new chain', async () => {
  const file = join(folder, 'gone', 'blocks');
  await open(file).close();
  rmSync(file);
  expect(() => open(file)).toThrow(/is missing.*A new, empty chain then begins/);
  rmSync(`${file}.known`);
  expect(open(file).journal.seqno).toBe(0);
});

test('fails for a journal of a later version and for a file of another kind', () => {
  const file = copy();
  const db = new Database(file);
  db.pragma('user_version = 3');
  db.close();
  expect(() => open(file)).toThrow('A newer version of Alcove wrote blocks');
  for (const text of ['no journal', 'no journal'.repeat(1000)]) {
    writeFileSync(file, text);
    expect(() => open(file)).toThrow(/isn’t a journal/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  rmSync(file);
  new Database(file).exec('CREATE TABLE other (name TEXT)').close();
  expect(() => open(file)).toThrow(/isn’t a journal/);
});

test('replaces a truncated draft of the journal', async () => {
  const file = join(folder, 'draft', 'blocks');
  await open(file).close();
  rmSync(file);
  rmSync(`${file}.known`);
  copyFileSync(original, `${file}.new`);
  truncateSync(`${file}.new`, 5000);
  appendFileSync(`${file}.new-journal`, 'What was written to it last.');
  const chain = open(file);
  expect(chain.journal.seqno).toBe(0);
  await chain.close();
});

test('a restarted chain never moves time backwards', async () => {
  const file = copy();
  const later = Date.now() + 3_600_000;
  const ahead = open(file, () => later);
  await ahead.faucet(account, 1n);
  await ahead.close();
  const behind = open(file);
  expect(behind.now).toBe(Math.floor(later / 1000));
  await behind.faucet(account, 1n);
  expect(behind.journal.lastTime).toBe(Math.floor(later / 1000));
  await behind.close();
});

test.runIf(process.platform === 'linux')(
  'accepts no block after a failed write and rollback until the journal is read again',
  async () => {
    const file = copy();
    const chain = open(file);
    while (statSync(file).size < 65_536) await chain.faucet(account, 1n);
    const before = contentOf(chain);
    const unlimited = limitFileSize(32_768);
    try {
      await expect(chain.faucet(account, 1n)).rejects.toThrow(/neither be written to blocks nor removed/);
      await expect(chain.faucet(account, 1n)).rejects.toThrow('disk I/O error');
      await chain.close();
      expect(() => open(file)).toThrow(/The disk of .* doesn’t work/);
    } finally {
      unlimited();
    }
    const again = open(file);
    expect(contentOf(again)).toBe(before);
    await again.close();
  },
);

describe('a read-only disk', () => {
  const disk = smallDisk(1);
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, disk.path]);

  test.skipIf(disk.missing)('is reported when the chain is opened, and recovers', async () => {
    const file = join(disk.path, 'blocks');
    remount('ro');
    expect(() => open(file)).toThrow(/is on a read-only disk/);
    remount('rw');
    const chain = open(file);
    await chain.faucet(account, 1n);
    await chain.close();
    remount('ro');
    expect(() => open(file)).toThrow(/is on a read-only disk/);
    remount('rw');
    const again = open(file);
    expect(again.journal.seqno).toBe(1);
    await again.close();
  });
});

describe('a full disk', () => {
  const disk = smallDisk(1);

  test.skipIf(disk.missing !== undefined)('refuses the block, and the chain continues', async () => {
    const ballast = join(disk.path, 'ballast');
    fill(ballast);
    const file = join(disk.path, 'chain', 'blocks');
    expect(() => open(file)).toThrow(/The disk of .* is full/);
    rmSync(ballast);
    // Without time passing there are no storage fees.
    const now = Date.now();
    const chain = open(file, () => now);
    await chain.faucet(account, 1_000_000_000n);
    const before = balance(chain);
    fill(ballast);
    await fillWithBlocks(chain, file);
    const { seqno } = chain.journal;
    expect(balance(chain)).toBe(before + BigInt(seqno - 1) * 1000n);
    rmSync(ballast);
    await chain.faucet(account, 1000n);
    const after = balance(chain);
    // In full, in spite of a full disk.
    fill(ballast);
    await chain.close();
    const again = open(file);
    expect(again.journal.seqno).toBe(seqno + 1);
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
    expect(error).toMatchObject({ code: 'SQLITE_FULL' });
    expect(statSync(file).size).toBe(size);
  }
}
