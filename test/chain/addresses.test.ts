import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { Address, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { nodeAddresses, platformAddress } from '../../src/chain/addresses.ts';
import compiled from '../../src/chain/contracts/compiled.json' with { type: 'json' };
import { serviceWallet } from '../../src/chain/service-wallet.ts';
import { addressBits, type Below, bits, bitsOf, cell, stateInitHash } from './state-init-address.ts';

const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const codeBelow = ({ boc }: { boc: string }): Below => {
  const code = Cell.fromBase64(boc);
  return { hash: code.hash(), depth: code.depth() };
};

describe('a node’s two addresses', () => {
  it.each([
    [
      'off',
      'UQCDhWVBr-EUGekOL0bRtgxnRDXofuMdTUTM6d5_1YZXkxYq',
      'EQDA93w0bH0z33ueSKO4nZQTFKpnTeS5dszCRT7dktjV-XXg',
    ],
    [
      'mainnet',
      'UQCDhWVBr-EUGekOL0bRtgxnRDXofuMdTUTM6d5_1YZXkxYq',
      'EQDA93w0bH0z33ueSKO4nZQTFKpnTeS5dszCRT7dktjV-XXg',
    ],
    [
      'testnet',
      '0QC7eXnspUT0TEqDeWlO_257InxQAWDv_Ec_gENCAHNBED_o',
      'kQAh-gg_vv524fVoONRE-f5PBua4SuwaQrL-fk6PHm_G9B0j',
    ],
    [
      'embedded',
      '0QC7eXnspUT0TEqDeWlO_257InxQAWDv_Ec_gENCAHNBED_o',
      'kQAh-gg_vv524fVoONRE-f5PBua4SuwaQrL-fk6PHm_G9B0j',
    ],
  ] as const)('are the known ones of a fixed secret when the chain is %s', (network, wallet, platform) => {
    expect(nodeAddresses(secret, network)).toEqual({ node_address: wallet, master_address: platform });
  });

  it('differ from one secret to the next', () => {
    const other = nodeAddresses(Buffer.alloc(32, 1), 'off');
    expect(other.node_address).not.toBe(nodeAddresses(secret, 'off').node_address);
    expect(other.master_address).not.toBe(nodeAddresses(secret, 'off').master_address);
  });

  it('are never made from a secret of the wrong length', () => {
    expect(() => nodeAddresses(Buffer.alloc(0), 'off')).toThrow('32 bytes');
  });
});

describe('the service wallet', () => {
  // HKDF by RFC 5869 with an empty salt, and Ed25519 by OpenSSL.
  const key = createHmac('sha256', Buffer.alloc(32)).update(secret).digest();
  const seed = createHmac('sha256', key).update('alcove/service-wallet/v1\u0001').digest();
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);

  it.each([
    ['mainnet', 2147483409n],
    ['testnet', 2147483645n],
  ] as const)('is the V5R1 wallet of the derived key, with the wallet id of %s', (network, walletId) => {
    const { address, init } = serviceWallet(secret, network);
    expect(init.code.hash().toString('hex')).toBe(
      '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    );
    const data = cell(`1${bits(0n, 32)}${bits(walletId, 32)}${bitsOf(publicKey)}0`, []);
    const code = { hash: init.code.hash(), depth: init.code.depth() };
    expect(address.hash.toString('hex')).toBe(stateInitHash(code, data).toString('hex'));
    expect(address.workChain).toBe(0);
  });
});

describe('the platform', () => {
  it.each(['platform', 'content', 'licence'] as const)('has the recorded code: %s', (name) => {
    expect(codeBelow(compiled[name]).hash.toString('hex')).toBe(compiled[name].hash);
  });

  it('is where the chain puts a contract with this code and this owner', () => {
    const owner = serviceWallet(secret, 'mainnet').address;
    const itemCodes = cell('', [codeBelow(compiled.content), codeBelow(compiled.licence)]);
    const data = cell(`${addressBits(owner.hash)}${bits(0n, 64)}${bits(0n, 32)}0`, [itemCodes]);
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
  ])('is accepted in its %s form and answered url-safe, bounceable, for the network in use', (_, given) => {
    expect(nodeAddresses(secret, 'mainnet', given).master_address).toBe(friendly);
    expect(nodeAddresses(secret, 'testnet', given).master_address).toBe(
      address.toString({ testOnly: true, bounceable: true }),
    );
  });

  it('leaves the node’s own address as it is', () => {
    expect(nodeAddresses(secret, 'off', friendly).node_address).toBe(
      nodeAddresses(secret, 'off').node_address,
    );
  });

  it.each([
    ['nothing', ''],
    ['a word', 'platform'],
    ['a wrong checksum', `${friendly.slice(0, -1)}3`],
    ['another tag', Buffer.alloc(36).toString('base64')],
    ['too few digits', address.toRawString().slice(0, -1)],
    ['digits that are not hexadecimal', `0:${'z'.repeat(64)}`],
    ['text behind a raw address', `${address.toRawString()}:0`],
    ['no such workchain', `0x1${address.toRawString().slice(1)}`],
  ])('is refused with its name when it is %s', (_, given) => {
    expect(() => nodeAddresses(secret, 'off', given)).toThrow(/^chain\.master_address: /);
  });
});
