import { expect, it } from 'vitest';
import { UnusedPictures } from '../../src/features/content/index.ts';

it('deletes a picture whose last file is deleted while another picture is being deleted', async () => {
  const [cover, preview]: [Buffer, Buffer] = [Buffer.from('cover'), Buffer.from('preview')];
  const noted = new Set([cover, preview]);
  const used = new Set([cover]);
  const deleted: Buffer[] = [];
  const pictures = new UnusedPictures({
    rows: {
      find: () => ({
        used: [...noted].filter((one) => used.has(one)),
        unused: [...noted].filter((one) => !used.has(one)),
      }),
      isUnused: (sha256) => !used.has(sha256),
      forget: async (sha256) => void noted.delete(sha256),
      isSaleOpen: () => false,
      orderedAt: () => 0,
    },
    catalogue: {
      removeOwner: async (sha256) => {
        deleted.push(sha256);
        if (sha256 === cover) return true;
        used.delete(cover);
        noted.add(cover);
        pictures.contentRemoved();
        return true;
      },
    },
    clock: Date.now,
    onError: (error) => expect.unreachable(String(error)),
  });
  pictures.contentRemoved();
  await expect.poll(() => deleted).toEqual([preview, cover]);
  await pictures.stop();
});

it.each([
  ['a sale was ordered', { ordered: 1001, now: 2000 }],
  ['a day has passed', { ordered: 0, now: 1000 + 24 * 60 * 60_000 }],
])('keeps a picture for a sale that is prepared until %s', async (_, then) => {
  const [cover, other]: [Buffer, Buffer] = [Buffer.from('cover'), Buffer.from('other')];
  const noted = new Set([cover, other]);
  const deleted: Buffer[] = [];
  let [ordered, now] = [999, 1000];
  const pictures = new UnusedPictures({
    rows: {
      find: () => ({ used: [], unused: [...noted] }),
      isUnused: () => true,
      forget: async (sha256) => void noted.delete(sha256),
      isSaleOpen: () => false,
      orderedAt: () => ordered,
    },
    catalogue: { removeOwner: async (sha256) => deleted.push(sha256) > 0 },
    clock: () => now,
    onError: (error) => expect.unreachable(String(error)),
  });
  pictures.hold(cover);
  pictures.contentRemoved();
  await expect.poll(() => deleted).toEqual([other]);
  ({ ordered, now } = then);
  pictures.contentRemoved();
  await expect.poll(() => deleted).toEqual([other, cover]);
  await pictures.stop();
});
