import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedChain } from '../../src/features/chain/embedded/embedded-chain.ts';
import { copyJournal } from '../../src/features/chain/embedded/journal/copy-journal.ts';
import { damageTransaction } from '../chain/embedded/damage-transaction.ts';
import { openTestChain } from '../chain/embedded/open-test-chain.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test('creates complete copies with all acknowledged blocks while the chain makes blocks', {
  retry: 0,
}, async () => {
  const file = join(folder, 'blocks');
  const chain = await openTestChain(file);
  let acknowledged = 0;
  const giving = Array.from({ length: 150 }, async () => {
    await chain.faucet(`0:${'1'.repeat(64)}`, 1n);
    acknowledged += 1;
  });
  for (let next = 0; next < giving.length; next += 5) {
    await giving[next];
    const before = acknowledged;
    const copy = join(mkdtempSync(join(folder, 'copy-')), 'blocks');
    // Its thread writes meanwhile.
    await copyJournal(file, copy);
    const copied = new EmbeddedChain({ file: copy, clock: Date.now });
    expect(copied.journal.seqno).toBeGreaterThanOrEqual(before);
    await copied.close();
  }
  await Promise.all(giving);
  await chain.close();
});

test('creates a private copy, and no usable copy of a damaged journal', async () => {
  const file = join(folder, 'source', 'blocks');
  const chain = await openTestChain(file);
  for (let block = 0; block < 3; block++) await chain.faucet(`0:${'1'.repeat(64)}`, 1n);
  await chain.close();
  const copies = mkdtempSync(join(folder, 'copies-'));
  await copyJournal(file, join(copies, 'whole'));
  expect(readdirSync(copies)).toEqual(['whole']);
  expect(statSync(join(copies, 'whole')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  const whole = readFileSync(file);
  for (const size of [10, 64, 100, 4096, whole.length - 4096]) {
    writeFileSync(file, whole.subarray(0, size));
    await expect(copyJournal(file, join(copies, `cut-${size}`)), `cut at ${size}`).rejects.toThrow(/damaged/);
  }
  const flipped = damageTransaction(whole);
  writeFileSync(file, flipped);
  await expect(copyJournal(file, join(copies, 'flipped'))).rejects.toThrow(/is damaged in block \d/);
  expect(readFileSync(file).equals(flipped)).toBe(true);
});
