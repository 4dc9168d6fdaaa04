import { expect, it } from 'vitest';
import type { Publication } from '../../../renderer/features/selling/publication.ts';
import { furthestStep, stepOf } from '../../../renderer/features/selling/steps/sale-steps.ts';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';

const chain = { network: 'testnet', costs: { least_price: '1000000' } } as ChainState;
const typed: Publication = {
  ...{ title: 'Song', description: '', authors: [], hashtags: [], coverId: null, previewId: null },
  ...{ price: '5', allowResale: false, resalePrice: '', downloadable: true, shares: [] },
  usesFilePicture: false,
};
const [host, other] = ['https://host.example', 'https://other.example'];
const furthest = (chosen: Partial<Publication>, hosts: string[] | undefined = [host]) =>
  furthestStep({ ...typed, ...chosen }, { contentId: 'bafy', chain, hosts });

it('a sale is confirmed once its host is chosen, unless that host was removed since', () => {
  expect(furthest({})).toBe('host');
  expect(furthest({ host: null })).toBe('confirm');
  expect(furthest({ host })).toBe('confirm');
  expect(furthest({ host: other })).toBe('host');
  expect(stepOf('confirm', furthest({ host: other }), false)).toBe('host');
  expect(furthest({ price: '' })).toBe('price');
});

it('a sale waits in its first step until the picture of the file is stored as its cover', () => {
  expect(furthest({ usesFilePicture: true, host: null })).toBe('details');
  expect(furthest({ usesFilePicture: true, coverId: 'bafy', host: null })).toBe('confirm');
});

it('a sale that was confirmed stays so while its file is encrypted, whatever the address says', () => {
  for (const name of ['details', 'price', null]) expect(stepOf(name, 'confirm', true)).toBe('confirm');
  expect(stepOf('price', 'confirm', false)).toBe('price');
});
