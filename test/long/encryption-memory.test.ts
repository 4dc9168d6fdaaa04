import { expect, it, onTestFinished } from 'vitest';
import type { AccessLink } from '../../src/contract/dashboard-api/licensing.ts';
import { bytesOf } from '../licensing/support/seller.ts';
import { serveSeller } from '../licensing/support/selling-process.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const MiB = 1024 * 1024;
const size = 64 * MiB;

it('encrypts and reads a file of any size with little memory', async () => {
  const node = await serveSeller(temporaryFolder());
  onTestFinished(() => void node.end('SIGKILL'));
  await node.hasMarket();
  // The garbage collector delays this much for any file; a larger one takes no more.
  await node.registerWhole((await node.upload(Uint8Array.from(randomBytes(size / 2)))).content_id);
  const before = node.peakMiB();
  const { content_id: encrypted } = await node.registerWhole(
    (await node.upload(Uint8Array.from(randomBytes(size)))).content_id,
  );
  console.info(`64 MiB were encrypted with ${Math.round(node.peakMiB() - before)} MiB more than 32 MiB`);
  expect(node.peakMiB() - before).toBeLessThan(90);
  const { url } = await node.get<AccessLink>(`/local/content/${encrypted}/access-link`);
  expect((await bytesOf(await fetch(url))).length).toBe(size);
  expect(node.peakMiB() - before).toBeLessThan(112);
  await node.end();
});
