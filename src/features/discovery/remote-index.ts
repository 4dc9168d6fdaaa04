import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { type FoundContentsOptions, FoundContentsSearch } from './found-contents.ts';
import { RemoteIndexRepository } from './repository/remote-index-repository.ts';
import { RemoteListRepository } from './repository/remote-list-repository.ts';
import { SubscriptionRepository } from './repository/subscription-repository.ts';

export interface RemoteIndexOptions extends Omit<FoundContentsOptions, 'list' | 'formatAddress'> {
  db: Db;
  /** Whether addresses are formatted for a test network. */
  testOnly: boolean;
}

export interface RemoteIndex {
  contents: RemoteIndexRepository;
  subscriptions: SubscriptionRepository;
  found: FoundContentsSearch;
  formatAddress: (address: string) => string;
}

/** Opens the index of other nodes' contents, which `DiscoveryService` keeps up to date. */
export function openRemoteIndex({ db, testOnly, ...options }: RemoteIndexOptions): RemoteIndex {
  const subscriptions = new SubscriptionRepository(db);
  const contents = new RemoteIndexRepository(db, subscriptions);
  const formatAddress = (address: string): string =>
    formatTonAddress(address, { bounceable: false, testOnly });
  const list = new RemoteListRepository(db, () => contents.version);
  return {
    contents,
    subscriptions,
    found: new FoundContentsSearch({ ...options, list, formatAddress }),
    formatAddress,
  };
}
