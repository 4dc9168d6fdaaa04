import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { type FoundContentsOptions, FoundContentsSearch } from './found-contents.ts';
import { KnownContentRepository } from './repository/remote-index-repository.ts';
import { KnownListRepository } from './repository/remote-list.ts';
import { SubscriptionRepository } from './repository/subscription-repository.ts';

export interface RemoteIndexOptions extends Omit<FoundContentsOptions, 'list' | 'showAddress'> {
  db: Db;
  /** Whether addresses are written for a test network. */
  testOnly: boolean;
}

/** What this node knows of other nodes' contents. */
export interface RemoteIndex {
  known: KnownContentRepository;
  subscriptions: SubscriptionRepository;
  found: FoundContentsSearch;
  showAddress: (address: string) => string;
}

/** Opens the index of other nodes' contents, which `createSync` keeps up to date. */
export function openRemoteIndex({ db, testOnly, ...options }: RemoteIndexOptions): RemoteIndex {
  const subscriptions = new SubscriptionRepository(db);
  const known = new KnownContentRepository(db, subscriptions);
  const showAddress = (address: string) => formatTonAddress(address, { bounceable: false, testOnly });
  const list = new KnownListRepository(db, () => known.version);
  return {
    known,
    subscriptions,
    found: new FoundContentsSearch({ ...options, list, showAddress }),
    showAddress,
  };
}
