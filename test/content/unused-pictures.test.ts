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
      forget: (sha256) => void noted.delete(sha256),
      isSaleOpen: () => false,
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
    onError: (error) => expect.unreachable(String(error)),
  });
  pictures.contentRemoved();
  await expect.poll(() => deleted, { timeout: 10_000 }).toEqual([preview, cover]);
  await pictures.stop();
});
