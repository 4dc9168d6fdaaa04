import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto';
import { mnemonicToPrivateKey, mnemonicValidate, mnemonicWordList } from '@ton/crypto';
import { describe, expect, it } from 'vitest';
import {
  type CachedDerivation,
  type DerivationCache,
  FeeWalletKeys,
} from '../../../src/features/chain/wallets/fee-wallet-keys.ts';
import { walletOfKey } from '../../../src/features/chain/wallets/wallet-contract.ts';
import { bits, bitsOf, cell, stateInitHash } from '../state-init-address.ts';

const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const known =
  'crash market punch utility address key scatter about right cancel combine pattern puzzle chimney arch cable bullet vacant advance rude atom food blouse battle';
const knownKey = '5a4e238de3d116c93f0fa63565442af9e04db39e6e145a6f6c70236cad33a21b';

class Kept implements DerivationCache {
  readonly keys = new Map<string, CachedDerivation>();
  load(name: string): CachedDerivation | undefined {
    return this.keys.get(name);
  }
  save(name: string, key: CachedDerivation): void {
    this.keys.set(name, key);
  }
}

/** HKDF by RFC 5869 with an empty salt. */
function hkdf(info: string, length: number): Buffer {
  const key = createHmac('sha256', Buffer.alloc(32)).update(secret).digest();
  const blocks: Buffer[] = [];
  for (let n = 1, last = Buffer.alloc(0); blocks.length * 32 < length; n++) {
    last = createHmac('sha256', key).update(last).update(info).update(Buffer.of(n)).digest();
    blocks.push(last);
  }
  return Buffer.concat(blocks).subarray(0, length);
}

describe('the mnemonic of the fee wallet', () => {
  it('matches the known one of a fixed secret', async () => {
    const keys = new FeeWalletKeys(secret);
    expect((await keys.mnemonic()).join(' ')).toBe(known);
    expect((await keys.publicKey()).toString('hex')).toBe(knownKey);
  });

  it('is the first valid one that HKDF gives', async () => {
    const { attempt } = await derived();
    for (let n = 0; n <= attempt; n++) {
      const bytes = hkdf(`alcove/service-wallet/v2/${n}`, 48);
      const words = Array.from({ length: 24 }, (_, i) => mnemonicWordList[bytes.readUInt16BE(2 * i) % 2048]);
      const entropy = createHmac('sha512', words.join(' ')).digest();
      const isValid = pbkdf2Sync(entropy, 'TON seed version', 390, 64, 'sha512')[0] === 0;
      expect(isValid).toBe(n === attempt);
      if (isValid) expect(words.join(' ')).toBe(known);
    }
  });

  it.each([1, 2, 3])('is accepted by wallet apps and gives the same key (%i)', async (fill) => {
    const keys = new FeeWalletKeys(Buffer.alloc(32, fill));
    const words = await keys.mnemonic();
    expect(words).toHaveLength(24);
    expect(await mnemonicValidate(words)).toBe(true);
    const { publicKey, secretKey } = await mnemonicToPrivateKey(words);
    expect(await keys.keyPair()).toMatchObject({ publicKey, secretKey });
    expect(await keys.publicKey()).toEqual(publicKey);
  });

  it('is never derived from a secret of the wrong length', () => {
    expect(() => new FeeWalletKeys(Buffer.alloc(0))).toThrow('32 bytes');
  });
});

describe('the saved state of the derivation', () => {
  it('avoids it at the next start, and is no secret', async () => {
    const { kept } = await derived();
    const [key] = [...kept.keys.values()];
    const text = JSON.stringify([...kept.keys]);
    for (const word of known.split(' ').filter(({ length }) => length > 4)) expect(text).not.toContain(word);
    expect(Object.keys(key ?? {}).sort()).toEqual(['attempt', 'mac', 'publicKey']);
    // A key without a derivation can only come from the saved state.
    const again = new FeeWalletKeys(secret, kept);
    expect((await again.publicKey()).toString('hex')).toBe(knownKey);
    expect((await again.mnemonic()).join(' ')).toBe(known);
  });

  it.each<[name: string, change: Partial<CachedDerivation>]>([
    ['another public key', { publicKey: Buffer.alloc(32, 9) }],
    ['another attempt', { attempt: 1 }],
    ['a truncated MAC', { mac: Buffer.alloc(16) }],
    ['another MAC', { mac: Buffer.alloc(32), publicKey: Buffer.alloc(32, 9) }],
  ])('is ignored with %s', async (_, change) => {
    const { kept } = await derived();
    for (const [name, key] of kept.keys) kept.keys.set(name, { ...key, ...change });
    const keys = new FeeWalletKeys(secret, kept);
    expect((await keys.publicKey()).toString('hex')).toBe(knownKey);
    expect((await keys.mnemonic()).join(' ')).toBe(known);
  });

  it('is ignored for another secret', async () => {
    const { kept } = await derived();
    const other = new FeeWalletKeys(Buffer.alloc(32, 1), kept);
    expect((await other.publicKey()).toString('hex')).not.toBe(knownKey);
  });
});

describe('the fee wallet', () => {
  it.each([
    ['mainnet', 2147483409n],
    ['testnet', 2147483645n],
  ] as const)(
    'is the V5R1 wallet of the mnemonic’s key, with the wallet id of %s',
    async (network, walletId) => {
      const entropy = createHmac('sha512', known).digest();
      const seed = pbkdf2Sync(entropy, 'TON default seed', 100_000, 64, 'sha512').subarray(0, 32);
      const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
      const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
      const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);

      const { address, init } = walletOfKey(await new FeeWalletKeys(secret).publicKey(), network);
      expect(init.code.hash().toString('hex')).toBe(
        '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
      );
      const data = cell(`1${bits(0n, 32)}${bits(walletId, 32)}${bitsOf(publicKey)}0`, []);
      const code = { hash: init.code.hash(), depth: init.code.depth() };
      expect(address.hash.toString('hex')).toBe(stateInitHash(code, data).toString('hex'));
      expect(address.workChain).toBe(0);
    },
  );
});

/** The saved state of a first start. */
async function derived(): Promise<{ kept: Kept; attempt: number }> {
  const kept = new Kept();
  await new FeeWalletKeys(secret, kept).publicKey();
  return { kept, attempt: [...kept.keys.values()][0]?.attempt ?? -1 };
}
