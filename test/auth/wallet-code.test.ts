import { beginCell, Cell, contractAddress, type StateInit, storeStateInit } from '@ton/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfStateInit } from '../../src/features/auth/proof/wallet-code.ts';
import { telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { base64StateInit, testWallet, walletVersions } from '../support/wallets/test-wallet.ts';
import v4R1Code from '../vectors/wallet-v4r1-code.json' with { type: 'json' };

const wallet = testWallet(1, 'v5R1');

/** The values read from a state init at the address that is its hash. */
const readAtItsAddress = (init: StateInit) =>
  keyOfStateInit(base64StateInit(init), contractAddress(0, init).toRawString());

describe('the key in a wallet’s state init', () => {
  it.each(walletVersions)('is found in %s', async (version) => {
    const { init, address, publicKey } = testWallet(2, version);
    const canRefuseSignatures = version.startsWith('v5');
    const key = { version, publicKey, canChange: false, canRefuseSignatures };
    expect(await keyOfStateInit(base64StateInit(init), address)).toEqual(key);
  });

  it('is found in Telegram’s wallet, where it can change', async () => {
    const { init, address, publicKey } = telegramWallet(4);
    const key = { version: 'Telegram', publicKey, canChange: true, canRefuseSignatures: false };
    expect(await keyOfStateInit(base64StateInit(init), address)).toEqual(key);
  });

  it.each([{ revision: 1 }, { seqno: 1 }])(
    'is missing in later data of Telegram’s wallet: %o',
    async (later) => {
      expect(await readAtItsAddress(telegramWallet(4, later).init)).toBe('unknown_code');
    },
  );

  it('is read from v4R1’s published code', () => {
    expect(Cell.fromBase64(v4R1Code.boc).hash().toString('hex')).toBe(v4R1Code.hash);
  });

  it('is rejected if the state init belongs to another address', async () => {
    const other = testWallet(3, 'v5R1');
    expect(await keyOfStateInit(base64StateInit(other.init), wallet.address)).toBe('not_this_wallet');
  });

  it('is found on the masterchain too', async () => {
    const { init, publicKey } = wallet;
    const address = contractAddress(-1, init).toRawString();
    expect(await keyOfStateInit(base64StateInit(init), address)).toMatchObject({
      version: 'v5R1',
      publicKey,
    });
  });
});

describe('a state init at its own address is of no known wallet', () => {
  const { code, data } = wallet.init as { code: Cell; data: Cell };
  const reference = beginCell().storeUint(1, 8).endCell();
  const cases: [string, StateInit][] = [
    ['with other code', { code: beginCell().storeUint(1, 8).endCell(), data }],
    ['without code', { data }],
    ['without data', { code }],
    ['with data cut short', { code, data: beginCell().storeBits(data.bits.substring(0, 300)).endCell() }],
    ['with data that is longer', { code, data: beginCell().storeBits(data.bits).storeBit(1).endCell() }],
    [
      'with an extension from the start',
      { code, data: beginCell().storeBits(data.bits.substring(0, 321)).storeMaybeRef(reference).endCell() },
    ],
    ['with a split depth', { code, data, splitDepth: 3 }],
    ['with special flags', { code, data, special: { tick: true, tock: false } }],
  ];
  it.each(cases)('%s', async (_what, init) => {
    expect(await readAtItsAddress(init)).toBe('unknown_code');
  });

  it('with code that is only named by its hash', async () => {
    const library = beginCell().storeUint(2, 8).storeBuffer(code.hash()).endCell({ exotic: true });
    expect(await readAtItsAddress({ code: library, data })).toBe('unknown_code');
  });

  it('with a third reference', async () => {
    const root = beginCell()
      .storeUint(0b00110, 5)
      .storeRef(code)
      .storeRef(data)
      .storeRef(reference)
      .endCell();
    const address = `0:${root.hash().toString('hex')}`;
    expect(await keyOfStateInit(root.toBoc().toString('base64'), address)).toBe('unknown_code');
  });
});

describe('an invalid bag of cells', () => {
  const right = Buffer.from(base64StateInit(wallet.init), 'base64');
  const read = (bytes: Uint8Array) => keyOfStateInit(Buffer.from(bytes).toString('base64'), wallet.address);

  it('is rejected: too large, two roots, exotic, text', async () => {
    const big = Array.from({ length: 110 }, (_, n) => n).reduce(
      (below, n) => beginCell().storeBuffer(Buffer.alloc(120, n)).storeRef(below).endCell(),
      beginCell().endCell(),
    );
    expect(big.toBoc().length).toBeGreaterThan(12 * 1024);
    const itsAddress = `0:${big.hash().toString('hex')}`;
    expect(await keyOfStateInit(big.toBoc().toString('base64'), itsAddress)).toBe('not_this_wallet');
    const root = beginCell().store(storeStateInit(wallet.init)).endCell();
    const pruned = beginCell()
      .storeUint(1, 8)
      .storeUint(1, 8)
      .storeBuffer(root.hash())
      .storeUint(root.depth(), 16)
      .endCell({ exotic: true });
    for (const bytes of [big.toBoc(), pruned.toBoc(), Buffer.from('no cells'), Buffer.alloc(0)])
      expect(await read(bytes)).toBe('not_this_wallet');
  });

  it('never crashes the node', async () => {
    const change = fc.record({ at: fc.nat(right.length - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(right.length),
        async (changes, end) => {
          const bytes = Buffer.from(right);
          for (const { at, to } of changes) bytes.writeUInt8(to, at);
          const response = await read(bytes.subarray(0, end || right.length));
          if (typeof response === 'object') expect(response.publicKey).toEqual(wallet.publicKey);
        },
      ),
      { numRuns: 500 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const withMagic = Buffer.concat([Buffer.from('b5ee9c72', 'hex'), bytes]);
        expect(await read(withMagic)).toBe('not_this_wallet');
      }),
      { numRuns: 500 },
    );
  });
});
