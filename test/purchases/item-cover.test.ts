import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { startReceiver } from './receiver.ts';
import { startSellingNode } from './selling-node.ts';
import { soldSong } from './sold-song.ts';

const picture = Buffer.from('the cover of a song');
const cover = createHash('sha256').update(picture).digest();

/** A host with a song, and the node of its buyer; the host sends the cover only while `hasCover`. */
async function songWithCover(hasCover: boolean) {
  const song = await soldSong();
  const host = await startSellingNode(song, 1);
  const shop = { hasCover };
  host.sendFile = (response) => {
    const isCover = response.req.url?.includes(contentIdOf(cover)) ?? false;
    const file = isCover ? picture : song.file;
    if (isCover && !shop.hasCover) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Length': file.length }).end(file);
  };
  const folder = temporaryFolder();
  const start = () => startReceiver(song, [host], { folder, registeredCover: cover });
  let buyer = await start();
  onTestFinished(async () => {
    await buyer.stop();
    await host.stop();
  });
  const restart = async () => {
    await buyer.close();
    buyer = await start();
    return buyer;
  };
  return { song, shop, buyer, restart };
}

it('is shown for a song that was bought alone, kept, and not listed as a file of its own', async () => {
  const { song, buyer } = await songWithCover(true);
  buyer.putLicence(buyer.own);
  await expect.poll(() => buyer.kept().pinned).toBe(2);
  expect(buyer.content.records.get(song.encrypted)?.cover).toEqual(cover);
  expect(buyer.content.copies.has(cover)).toBe(true);
  expect(buyer.content.hidden.has(cover)).toBe(true);
  expect(buyer.content.hidden.has(song.encrypted)).toBe(false);
});

it('is fetched after a restart if nobody had it before', async () => {
  const { buyer, shop, restart } = await songWithCover(false);
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  await expect.poll(() => buyer.triedCovers()).toBeGreaterThan(1);
  shop.hasCover = true;
  const later = await restart();
  await expect.poll(() => later.kept().pinned).toBe(2);
});

it('is not fetched while it is blocked', async () => {
  const { song, buyer } = await songWithCover(true);
  await buyer.content.blocks.add(cover, 'why');
  buyer.putLicence(buyer.own);
  await buyer.until(({ delivery }) => delivery?.state === 'here');
  expect(buyer.content.records.get(song.encrypted)?.cover ?? null).toBeNull();
  expect(buyer.content.copies.has(cover)).toBe(false);
});
