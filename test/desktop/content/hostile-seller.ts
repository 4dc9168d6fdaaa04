import { createHash, randomInt } from 'node:crypto';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import { registerAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../src/features/chain/contracts/cell-count.ts';
import { contentMetadataCell } from '../../../src/features/chain/contracts/content-metadata.ts';
import { registerContent } from '../../../src/features/chain/contracts/messages.ts';
import { chainWallet } from '../../support/wallets/chain-wallet.ts';
import { chainOf, itemsOf } from '../chain/chain-actions.ts';
import type { Seller } from '../licensing/seller.ts';
import { expect } from '../support/fixtures.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Registers contents by a wallet alone, without the checks of a node. */
export async function hostileSeller(seller: Seller) {
  const wallet = chainWallet(seller.endpoint, 66);
  await askFaucet(seller.endpoint, wallet.address.toString(), 100_000_000_000n);
  const { platform } = await chainOf(seller);
  return {
    /** @returns the content's address, once it is for sale */
    register: async (title: string, cover: Uint8Array): Promise<string> => {
      const metadata = contentMetadataCell({
        ...{ title, description: '', authors: [], hashtags: [], contentType: 'audio/mpeg', size: 1000 },
        ...{
          contentId: contentIdOf(sha256(Buffer.from(title))),
          previewId: '',
          imageId: contentIdOf(sha256(cover)),
        },
        keyHash: null,
      });
      const prices = { price: 1_000_000_000n, resalePrice: 0n, allowResale: false };
      const body = registerContent({
        queryId: BigInt(randomInt(2 ** 47)),
        validUntil: Math.floor(Date.now() / 1000) + 300,
        owner: null,
        params: { ...prices, downloadable: true, royalties: [], metadata },
      });
      await wallet.send({
        address: platform.address,
        amount: String(registerAmount(countCells(metadata))),
        payload: body.toBoc().toString('base64'),
      });
      const address = async () =>
        (await itemsOf(seller)).find((item) => item.title === title)?.content_address;
      await expect.poll(address).toBeDefined();
      return (await address()) ?? '';
    },
  };
}
