import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessLink } from '../../src/contract/dashboard-api/licensing.ts';
import { LargeVideo, MiB, readWhole, seekIn } from '../licensing/support/large-video.ts';
import { serveSeller } from '../licensing/support/selling-process.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

it('encrypts a video of 2 GiB and plays it from any position with little memory', {
  timeout: 1_800_000,
}, async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const node = await serveSeller(dataDir);
  onTestFinished(() => void node.end('SIGKILL'));
  await node.hasMarket();
  const video = new LargeVideo(2048 * MiB + 4);
  const { content_id: plain } = await node.upload(video.stream());
  node.resetPeak();
  const before = node.peakMiB();
  const began = performance.now();
  const { content_id: encrypted } = await node.registerWhole(plain);
  const encryptionS = (performance.now() - began) / 1000;
  const afterEncryption = node.peakMiB();
  const { url } = await node.get<AccessLink>(`/local/content/${encrypted}/access-link`);
  const times = (await seekIn(url, video, 300)).toSorted((a, b) => a - b);
  const afterSeeking = node.peakMiB();
  await readWhole((await node.get<AccessLink>(`/local/content/${encrypted}/access-link`)).url, video);
  const growth = [afterEncryption, afterSeeking, node.peakMiB()].map((peak) => Math.round(peak - before));
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
  console.info(
    `2 GiB were encrypted and read back in ${encryptionS.toFixed(0)} s; a part took ${at(0.5)} ms, and ${at(0.99)} in ` +
      `the worst hundredth. Memory above ${Math.round(before)} MiB: ${growth[0]} MiB while it was encrypted, ` +
      `${growth[1]} with parts read, ${growth[2]} with all read`,
  );
  expect(Math.max(...growth)).toBeLessThan(200);
  await node.end();
});
