import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resaleSplit, splitOf } from '../../../renderer/features/licensing/payment-split.ts';
import { fundsFor, walletsFor, walletsToOffer } from '../../../renderer/features/orders/order-plan.ts';
import type { LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';

const author = `UQ${'a'.repeat(46)}`;
const singer = `UQ${'s'.repeat(46)}`;
const mine = 'UQAdHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHaTS';
const mineAsContract = 'EQAdHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHfkX';

const wallet = (payer: LocalWallet['payer'], balance: string | null): LocalWallet => ({
  payer,
  address: mine,
  balance,
  app: null,
  page_url: null,
});

describe('the split of a price', () => {
  it('rounds each share down and gives the rest to the seller, like the contracts', () => {
    const content = {
      owner: author,
      royalties: [
        { address: singer, value: 3333 },
        { address: mineAsContract, value: 1250 },
      ],
    };
    expect(splitOf(content, '1000000001', [wallet('practice_wallet', '0')])).toEqual([
      { to: '33.33% to UQssss…ssssss', nano: 333_300_000n },
      { to: '12.5% to you', nano: 125_000_000n },
      { to: 'To the author’s wallet, UQaaaa…aaaaaa', nano: 541_700_001n },
    ]);
  });

  it('omits an owner without a share', () => {
    const content = { owner: author, royalties: [{ address: singer, value: 10_000 }] };
    expect(splitOf(content, '5', [])).toEqual([{ to: '100% to UQssss…ssssss', nano: 5n }]);
    expect(splitOf({ owner: author, royalties: [] }, '0', [])).toHaveLength(1);
  });

  it('gives a tenth of a resale to the authors', () => {
    expect(resaleSplit(singer, '3000000009', 1000, [])).toEqual([
      { to: 'To the seller, UQssss…ssssss', nano: 2_700_000_009n },
      { to: '10% to the authors', nano: 300_000_000n },
    ]);
  });

  it('neither creates nor loses a nanogram', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 10 });
    fc.assert(
      fc.property(shares, fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (values, price) => {
        const content = { owner: author, royalties: values.map((value) => ({ address: singer, value })) };
        const parts = splitOf(content, price, []);
        expect(parts.reduce((sum, { nano }) => sum + nano, 0n)).toBe(price);
      }),
    );
  });
});

describe('the paying wallet', () => {
  it('is not the empty one of the node if another one can pay', () => {
    const app = wallet('wallet', '0');
    const empty = wallet('service_wallet', '0');
    expect(walletsToOffer([app, empty])).toEqual([app]);
    expect(walletsToOffer([empty])).toEqual([empty]);
    for (const balance of ['1', null]) {
      const node = wallet('service_wallet', balance);
      expect(walletsToOffer([app, node])).toEqual([app, node]);
    }
  });

  const plan = { payments: [{ to: 'somebody', nano: 4_000_000_000n }] };
  const quote = { most: '4078000000', deposit: '30000000', warning: null };

  it('lacks the amount by which price and fees exceed its balance', () => {
    expect(fundsFor(wallet('wallet', '4077999999'), plan, quote)).toMatchObject({
      total: 4_078_000_000n,
      deposit: 30_000_000n,
      fees: 48_000_000n,
      missing: 1n,
    });
    expect(fundsFor(wallet('wallet', '4078000000'), plan, quote).missing).toBe(0n);
  });

  it('is not rejected while its balance is unknown', () => {
    expect(fundsFor(wallet('wallet', null), plan, quote).missing).toBe(0n);
  });

  it('is the connected one, or else the practice wallet on the embedded chain', () => {
    const wallets = [wallet('service_wallet', '1'), wallet('wallet', '1'), wallet('practice_wallet', '1')];
    const order = (network: 'embedded' | 'testnet') =>
      walletsFor({ wallets, network }).map(({ payer }) => payer);
    expect(order('embedded').slice(0, 2)).toEqual(['wallet', 'practice_wallet']);
    expect(order('testnet')[0]).toBe('wallet');
    expect(walletsFor({ wallets, network: 'testnet' }, ['service_wallet'])).toHaveLength(1);
  });
});
