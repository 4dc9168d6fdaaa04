import { Address, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { platformAddress } from '../../src/features/chain/addresses.ts';
import compiled from '../../src/features/chain/contracts/compiled.json' with { type: 'json' };
import { nodeAddresses } from '../../src/features/chain/node-addresses.ts';
import { FeeWalletKeys } from '../../src/features/chain/wallets/fee-wallet-keys.ts';
import { walletOfKey } from '../../src/features/chain/wallets/wallet-contract.ts';
import { addressBits, type Below, bits, cell, stateInitHash } from './state-init-address.ts';

const keys = new FeeWalletKeys(Buffer.from(Array.from({ length: 32 }, (_, index) => index)));
const walletOf = async (network: 'mainnet' | 'testnet') => walletOfKey(await keys.publicKey(), network);
const codeBelow = ({ boc }: { boc: string }): Below => {
  const code = Cell.fromBase64(boc);
  return { hash: code.hash(), depth: code.depth() };
};

describe('the addresses of a node', () => {
  it.each([
    [
      'off',
      'UQAXN9UShENRHu1IyKQKNlk_NtMDFc4-zLtWQDs317gyWEum',
      'EQD7ixsWD6xiClIY7vWQWAD3p96Ji9--4V1SFZt-Wfw-maBv',
    ],
    [
      'mainnet',
      'UQAXN9UShENRHu1IyKQKNlk_NtMDFc4-zLtWQDs317gyWEum',
      'EQD7ixsWD6xiClIY7vWQWAD3p96Ji9--4V1SFZt-Wfw-maBv',
    ],
    [
      'testnet',
      '0QBaE65n3dnzKTfyCf8DArOBH5GcjDU3SrGCthucPpTCDKjs',
      'kQAFvdlX_WIn9c0Ib_LBs5aw6rNKz5DhQuY08-CO6xZh3BZw',
    ],
    [
      'embedded',
      '0QBaE65n3dnzKTfyCf8DArOBH5GcjDU3SrGCthucPpTCDKjs',
      'kQAFvdlX_WIn9c0Ib_LBs5aw6rNKz5DhQuY08-CO6xZh3BZw',
    ],
  ] as const)(
    'match known ones of a fixed secret when the chain is %s',
    async (network, wallet, platform) => {
      expect(await nodeAddresses(keys, network)).toEqual({ node_address: wallet, master_address: platform });
    },
  );

  it('differ for different secrets', async () => {
    const other = await nodeAddresses(new FeeWalletKeys(Buffer.alloc(32, 1)), 'off');
    const { node_address, master_address } = await nodeAddresses(keys, 'off');
    expect(other.node_address).not.toBe(node_address);
    expect(other.master_address).not.toBe(master_address);
  });
});

describe('the platform', () => {
  it.each(['platform', 'content', 'licence'] as const)('has the recorded code: %s', (name) => {
    expect(codeBelow(compiled[name]).hash.toString('hex')).toBe(compiled[name].hash);
  });

  it('has the address that the chain computes from its code and owner', async () => {
    const owner = (await walletOf('mainnet')).address;
    const itemCodes = cell('', [codeBelow(compiled.content), codeBelow(compiled.licence)]);
    const deployer = addressBits(owner.hash);
    const data = cell(`${deployer}${bits(0n, 32)}${deployer}00${bits(0n, 64)}0`, [itemCodes]);
    const hash = stateInitHash(codeBelow(compiled.platform), data);
    expect(platformAddress(owner).toRawString()).toBe(`0:${hash.toString('hex')}`);
  });
});

describe('chain.master_address', () => {
  const friendly = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2';
  const address = Address.parse(friendly);

  it.each([
    ['raw', address.toRawString()],
    ['raw in upper case', address.toRawString().toUpperCase()],
    ['friendly', address.toString({ urlSafe: false })],
    ['url-safe', friendly],
    ['non-bounceable', address.toString({ bounceable: false })],
    ['test-only', address.toString({ testOnly: true })],
  ])(
    'is accepted in its %s form and returned url-safe, bounceable, for the network in use',
    async (_, given) => {
      expect((await nodeAddresses(keys, 'mainnet', given)).master_address).toBe(friendly);
      expect((await nodeAddresses(keys, 'testnet', given)).master_address).toBe(
        address.toString({ testOnly: true, bounceable: true }),
      );
    },
  );

  it('does not change the node’s own address', async () => {
    const { node_address } = await nodeAddresses(keys, 'off');
    expect((await nodeAddresses(keys, 'off', friendly)).node_address).toBe(node_address);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'platform'],
    ['a wrong checksum', `${friendly.slice(0, -1)}3`],
    ['another tag', Buffer.alloc(36).toString('base64')],
    ['too few digits', address.toRawString().slice(0, -1)],
    ['digits that are not hexadecimal', `0:${'z'.repeat(64)}`],
    ['text after a raw address', `${address.toRawString()}:0`],
    ['an unknown workchain', `0x1${address.toRawString().slice(1)}`],
  ])('is rejected by name when it is %s', async (_, given) => {
    await expect(nodeAddresses(keys, 'off', given)).rejects.toThrow(/^chain\.master_address: /);
  });
});
