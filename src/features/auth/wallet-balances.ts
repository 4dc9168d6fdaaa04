import { LRUCache } from 'lru-cache';
import type { ConnectedWallet } from '../../contract/node-api/auth.ts';
import type { Clock } from '../../core/clock.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

export interface WalletBalancesOptions {
  /** Reads a balance from the chain; null when there is no chain, or it does not respond in time. */
  read: (address: RawAddress) => Promise<string | null>;
  clock: Clock;
}

const balanceKeptMs = 30_000;
const maxKept = 1000;

/** Adds balances to wallets, and reads each from the chain at most every 30 seconds. */
export class WalletBalances {
  readonly #options: WalletBalancesOptions;
  readonly #cache = new LRUCache<RawAddress, { balance: string; at: number }>({ max: maxKept });

  constructor(options: WalletBalancesOptions) {
    this.#options = options;
  }

  /** Returns the wallet with its balance, or with the last known one while the chain does not respond. */
  async add<W extends ConnectedWallet | null>(wallet: W): Promise<W> {
    // Balances of unproven wallets are not read, because anybody may name any number of them, each with a request to
    // the chain.
    const address = wallet?.proven && parseTonAddress(wallet.address);
    return wallet && address ? { ...wallet, ton_balance: await this.#of(address) } : wallet;
  }

  async #of(address: RawAddress): Promise<string | null> {
    const { read, clock } = this.#options;
    const kept = this.#cache.get(address);
    const now = clock();
    if (kept && now - kept.at >= 0 && now - kept.at < balanceKeptMs) return kept.balance;
    const balance = await read(address);
    if (balance === null) return kept?.balance ?? null;
    this.#cache.set(address, { balance, at: now });
    return balance;
  }
}
