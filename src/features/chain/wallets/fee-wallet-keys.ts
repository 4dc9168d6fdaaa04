import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyPair } from './mnemonic.ts';

/** Cached result of the derivation, which saves time at every start; it contains nothing secret. */
export interface CachedDerivation {
  /** Number of the attempt that gave valid words. */
  attempt: number;
  publicKey: Buffer;
  /** Authenticates the entry with the node's secret; manipulated entries and those of another secret are ignored. */
  mac: Buffer;
}

export interface DerivationCache {
  load(name: string): CachedDerivation | undefined;
  save(name: string, key: CachedDerivation): void;
}

/** Label of the derivation. A change would change every fee wallet. */
const name = 'alcove/service-wallet/v2';

/** Derives the keys of the node's fee wallet from the node's secret (docs/decisions/fee-wallet-key.md). */
export class FeeWalletKeys {
  readonly #secret: Buffer;
  readonly #known: DerivationCache | undefined;
  #derived: Promise<KeyPair & { attempt: number }> | undefined;

  /**
   * Derives keys from a secret.
   * @param nodeSecret the 32 bytes of `node-secret`
   * @param known cache of the derived key; without it every process spends about a quarter of a second
   */
  constructor(nodeSecret: Buffer, known?: DerivationCache) {
    if (nodeSecret.length !== 32) throw new RangeError('A node secret is 32 bytes long.');
    this.#secret = nodeSecret;
    this.#known = known;
  }

  async publicKey(): Promise<Buffer> {
    return this.#load()?.publicKey ?? (await this.keyPair()).publicKey;
  }

  keyPair(): Promise<KeyPair> {
    return this.#keys();
  }

  /** Returns the 24 words that restore the wallet in any TON wallet app. They are stored nowhere. */
  async mnemonic(): Promise<string[]> {
    const { deriveMnemonic } = await import('./mnemonic.ts');
    const { attempt } = this.#load() ?? (await this.#keys());
    return (await deriveMnemonic(this.#secret, name, attempt)).words;
  }

  #keys(): Promise<KeyPair & { attempt: number }> {
    this.#derived ??= this.#derive();
    return this.#derived;
  }

  async #derive(): Promise<KeyPair & { attempt: number }> {
    const { deriveMnemonic, keyPairOfMnemonic } = await import('./mnemonic.ts');
    const known = this.#load();
    const { words, attempt } = await deriveMnemonic(this.#secret, name, known?.attempt);
    const keys = await keyPairOfMnemonic(words);
    if (!known) {
      const { publicKey } = keys;
      this.#known?.save(name, { attempt, publicKey, mac: this.#macOf({ attempt, publicKey }) });
    }
    return { ...keys, attempt };
  }

  #load(): CachedDerivation | undefined {
    const known = this.#known?.load(name);
    const isOurs = known?.mac.length === 32 && timingSafeEqual(this.#macOf(known), known.mac);
    return isOurs ? known : undefined;
  }

  #macOf({ attempt, publicKey }: Pick<CachedDerivation, 'attempt' | 'publicKey'>): Buffer {
    const key = Buffer.from(hkdfSync('sha256', this.#secret, '', `${name}/known-key`, 32));
    return createHmac('sha256', key).update(`${attempt}:`).update(publicKey).digest();
  }
}
