import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyJournal } from '../../../src/chain/embedded/copy-journal.ts';
import { EmbeddedChain } from '../../../src/chain/embedded/embedded-chain.ts';
import { temporaryFolder } from '../../start-test-node.ts';
import { openTestChain } from './open-test-chain.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test('copies of a chain that makes blocks all the while are whole, and have what was acknowledged', async () => {
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
    copyJournal(file, copy);
    const copied = new EmbeddedChain({ file: copy, clock: Date.now });
    expect(copied.cutBytes).toBe(0);
    expect(copied.index.seqno).toBeGreaterThanOrEqual(before);
    await copied.close();
  }
  await Promise.all(giving);
  await chain.close();
});
