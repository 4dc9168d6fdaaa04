import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Publication,
  publicationOf,
  registrationOf,
  withDraft,
} from '../../../renderer/features/selling/publication.ts';
import {
  readPercent,
  readRevenueSplit,
  shareProblems,
} from '../../../renderer/features/selling/revenue-split.ts';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { orderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import { contentEdit } from '../../../src/contract/node-api/content.ts';
import { shareDenominator, splitAmount } from '../../../src/contract/revenue-split.ts';
import { formatTonAddress } from '../../../src/core/ton/ton-address.ts';

const addressOf = (hex: string, testOnly = true) =>
  formatTonAddress(`0:${hex.repeat(32)}`, { bounceable: false, testOnly });
const ada = addressOf('a1');
const grace = addressOf('b2');

describe('percentages', () => {
  it('are parsed with up to two decimals after a comma or a point', () => {
    const read = { '12.5': 1250, '12,05 %': 1205, '100': 10_000, '0.01': 1, '33': 3300 };
    for (const [typed, value] of Object.entries(read)) expect(readPercent(typed)).toBe(value);
    for (const typed of ['', '100.01', '12.345', '-1', '1e2', 'half', '.5', '1000']) {
      expect(readPercent(typed)).toBeNull();
    }
  });
});

describe('shares', () => {
  it('show the error of each line', () => {
    const typed = [
      { key: 1, address: ada, percent: '10' },
      { key: 2, address: `0:${'a1'.repeat(32)}`, percent: '0' },
      { key: 3, address: ada.slice(1), percent: '101' },
    ];
    expect(shareProblems(typed, true)).toEqual([
      {},
      { address: 'Already in the list', percent: 'Enter more than 0' },
      { address: '47 characters instead of 48. Copy the address again.', percent: 'Enter 0.01 to 100' },
    ]);
    expect(readRevenueSplit(typed, true)).toBeNull();
  });

  it('are at most ten, and at most the whole price', () => {
    const line = (key: number, percent: string) => ({
      key,
      address: addressOf(key.toString(16).padStart(2, '0')),
      percent,
    });
    expect(readRevenueSplit([line(1, '60'), line(2, '40')], true)).toMatchObject([
      { value: 6000 },
      { value: 4000 },
    ]);
    expect(readRevenueSplit([line(1, '60'), line(2, '40.01')], true)).toBeNull();
    expect(shareProblems([line(1, '60'), line(2, '40.01')], true)).toEqual([
      { percent: 'More than 100% in total' },
      { percent: 'More than 100% in total' },
    ]);
    const eleven = Array.from({ length: 11 }, (_, index) => line(index + 1, '1'));
    expect(readRevenueSplit(eleven, true)).toBeNull();
    expect(readRevenueSplit(eleven.slice(1), true)).toHaveLength(10);
  });

  it('reject an address for test money on a network with real money', () => {
    const problem = shareProblems([{ key: 1, address: ada, percent: '1' }], false)[0]?.address;
    expect(problem).toContain('test money');
    expect(shareProblems([{ key: 1, address: addressOf('a1', false), percent: '1' }], false)).toEqual([{}]);
  });

  it('are rounded down, and the owner gets the remainder', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 63n - 1n),
        fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 10 }),
        (amount, values) => {
          const { shares, owner } = splitAmount(amount, values);
          expect(shares.reduce((sum, share) => sum + share, owner)).toBe(amount);
          for (const [index, share] of shares.entries()) {
            const exact = amount * BigInt(values[index] as number);
            const missing = exact - share * BigInt(shareDenominator);
            expect(missing >= 0n && missing < BigInt(shareDenominator)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a new publication', () => {
  const content = {
    ...{ name: '01.mp3', title: '01', description: '', authors: [], hashtags: [], published: false },
    ...{ content_type: 'audio/mpeg', cover_id: null, cover_url: null, thumbnail_url: '/thumbnails/x' },
    ...{ encrypted: null, media: { title: 'Slack water', artist: 'Ada Marlow' } },
  } as unknown as LocalContent;

  it('takes what its author did not write from the tags of the file', () => {
    expect(publicationOf(content)).toMatchObject({ title: 'Slack water', authors: ['Ada Marlow'] });
    const edited = { ...content, title: 'My title', authors: ['Ada', 'Bo'] };
    expect(publicationOf(edited)).toMatchObject({ title: 'My title', authors: ['Ada', 'Bo'] });
    expect(publicationOf({ ...content, media: null })).toMatchObject({ title: '01', authors: [] });
  });

  it('cuts an artist of the tags to a name that the node accepts', () => {
    const authorsOf = (artist: string) =>
      publicationOf({ ...content, media: { title: null, artist } } as LocalContent).authors;
    for (const artist of ['a'.repeat(200), `${'a'.repeat(99)}🦊b`, `${'a'.repeat(99)} b`, ' ']) {
      const authors = authorsOf(artist);
      expect(contentEdit.safeParse({ authors }).data).toEqual({ authors });
      expect(authors.every((author) => author.isWellFormed())).toBe(true);
    }
    expect(authorsOf(`${'a'.repeat(98)}🦊b`)).toEqual([`${'a'.repeat(98)}🦊`]);
  });

  it('shows the picture of a file to everybody, but not that of a photo or of one page', () => {
    expect(publicationOf(content).usesFilePicture).toBe(true);
    expect(publicationOf({ ...content, content_type: 'image/png' }).usesFilePicture).toBe(false);
    expect(publicationOf({ ...content, thumbnail_url: null }).usesFilePicture).toBe(false);
    expect(withDraft({ ...content, thumbnail_url: null }, { usesFilePicture: true }).usesFilePicture).toBe(
      false,
    );
    const pdfOf = (pages: number | null) =>
      publicationOf({ ...content, content_type: 'application/pdf', media: { pages } } as LocalContent);
    expect([pdfOf(2), pdfOf(1), pdfOf(null)].map((one) => one.usesFilePicture)).toEqual([true, false, false]);
  });
});

describe('a publication', () => {
  const chain = {
    network: 'embedded',
    costs: { least_price: '1000000' },
  } as ChainState;
  const typed: Publication = {
    title: ' Nights ',
    description: '',
    authors: ['Ada', 'Grace'],
    hashtags: [],
    coverId: null,
    price: '1,5',
    allowResale: false,
    resalePrice: 'no matter',
    downloadable: true,
    previewId: null,
    usesFilePicture: false,
    shares: [{ key: 1, address: ` ${grace} `, percent: '12,5' }],
  };
  const asked = (change: Partial<Publication> = {}) =>
    registrationOf({ ...typed, ...change }, { contentId: 'x', chain });

  it('is requested in the form of the node', () => {
    expect(orderRequest.parse({ ...asked(), pay_with: 'practice_wallet' })).toMatchObject({
      title: 'Nights',
      price: '1500000000',
      resale_price: '0',
      allow_resale: false,
      royalties: [{ address: grace, value: 1250 }],
    });
    expect(asked({ allowResale: true, resalePrice: '0.000000001' })).toBeNull();
    expect(asked({ allowResale: true, resalePrice: '20' })?.resale_price).toBe('20000000000');
  });

  it('is requested only without errors', () => {
    expect(asked({ title: ' ' })).toBeNull();
    expect(asked({ price: '' })).toBeNull();
    expect(asked({ price: '0.0001' })).toBeNull();
    expect(asked({ price: '0' })?.price).toBe('0');
    expect(asked({ shares: [{ key: 1, address: grace, percent: '' }] })).toBeNull();
  });
});
