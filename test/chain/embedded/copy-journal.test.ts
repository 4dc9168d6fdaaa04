import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import { copyJournal } from '../../../src/features/chain/embedded/journal/copy-journal.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { openTestChain } from './open-test-chain.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test('copies of a chain that makes blocks all the while are whole, and have what was acknowledged', {
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
    copyJournal(file, copy);
    const copied = new EmbeddedChain({ file: copy, clock: Date.now });
    expect(copied.cutBytes).toBe(0);
    expect(copied.index.seqno).toBeGreaterThanOrEqual(before);
    await copied.close();
  }
  await Promise.all(giving);
  await chain.close();
});

test('a block in flight is left out, an acknowledged one never', async () => {
  const file = join(folder, 'in-flight', 'blocks');
  const chain = await openTestChain(file);
  const give = () => chain.faucet(`0:${'1'.repeat(64)}`, 1n);
  await give();
  await give();
  const [size, known] = [statSync(file).size, readFileSync(`${file}.known`)];
  await give();
  await chain.close();
  const whole = statSync(file).size;
  const torn = join(mkdtempSync(join(folder, 'torn-')), 'blocks');
  copyFileSync(file, torn);
  copyFileSync(`${file}.known`, `${torn}.known`);
  const copy = (name: string) => {
    copyJournal(torn, join(folder, name));
    return readFileSync(join(folder, name));
  };
  expect(copy('all').equals(readFileSync(file))).toBe(true);
  truncateSync(torn, whole - 5);
  expect(() => copy('lost')).toThrow('had 3 blocks, and those after block 2');
  writeFileSync(`${torn}.known`, known);
  expect(copy('two').equals(readFileSync(file).subarray(0, size))).toBe(true);
  expect(statSync(torn).size).toBe(whole - 5);
});
