import type { ContentMetadata } from '../../../../src/features/chain/contracts/content-metadata.ts';
import { contentMetadataCell } from '../../../../src/features/chain/contracts/content-metadata.ts';
import type { ContentParams } from '../../../../src/features/chain/contracts/content-params.ts';

export const ton = 1_000_000_000n;

export const sampleMetadata: ContentMetadata = {
  title: 'Песня о море',
  description: 'Recorded by the sea, on the last evening of the summer. '.repeat(5),
  authors: ['Ada Lovelace', 'Анна'],
  hashtags: ['sea', 'summer'],
  contentId: 'bafkreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  previewId: '',
  imageId: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  contentType: 'audio/mpeg',
  size: 4_321_000,
  keyHash: 'ab'.repeat(32),
};

/** Returns the parameters of a song for 1 TON, or 5 TON with a resellable licence, without royalties. */
export function sampleParams(changes: Partial<ContentParams> = {}): ContentParams {
  return {
    price: ton,
    resalePrice: 5n * ton,
    allowResale: true,
    downloadable: true,
    royalties: [],
    metadata: contentMetadataCell(sampleMetadata),
    ...changes,
  };
}
