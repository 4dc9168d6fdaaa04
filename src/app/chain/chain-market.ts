import type { StoreIndexer } from '../../features/chain/runtime.ts';
import {
  ChainEarningsRepository,
  ChainMarket,
  Earnings,
  MarketService,
} from '../../features/market/index.ts';
import { isTestOnly } from '../../features/orders/index.ts';
import { QueryCache } from '../../platform/sqlite/query-cache.ts';
import type { ChainDependencies, FollowedChain } from './chain-dependencies.ts';
import type { NodeWallets } from './node-wallets.ts';
import type { PlatformRows } from './platform/platform-repositories.ts';

interface MarketParts {
  rows: PlatformRows;
  wallets: NodeWallets;
  indexer: StoreIndexer;
  earnings: Earnings;
}

/** Creates the queries about the contents and licences of a platform. */
export const createMarket = (
  { contents, db }: ChainDependencies,
  rows: PlatformRows,
  platform: number,
): ChainMarket =>
  new ChainMarket(
    rows.contents,
    rows.licences,
    platform,
    (sha256) => (contents.isEncryptedHere(sha256) ? rows.orderRepository.registrationOf(sha256) : undefined),
    new QueryCache(db, 1000),
  );

/** Creates the sums of what the owner's wallets earned. */
export const createEarnings = (
  { db }: ChainDependencies,
  { platformId }: StoreIndexer,
  wallets: NodeWallets,
): Earnings =>
  new Earnings(new ChainEarningsRepository(db), platformId, () =>
    wallets.list().map(({ address }) => address),
  );

/** Creates the market that the dashboard shows. */
export const createMarketService = (
  {
    urlOf,
    coverUrlOf,
    lacksCover,
    kindOf,
    followed,
    hidesPreview,
    deliveryOf,
    saleDeliveryOf,
  }: ChainDependencies,
  { network }: FollowedChain,
  { rows, wallets, indexer, earnings }: MarketParts,
): MarketService =>
  new MarketService({
    earnings,
    market: rows.contents,
    licences: rows.licences,
    decisions: rows.decisions,
    platform: indexer.platformId,
    followed,
    view: () => ({
      testOnly: isTestOnly(network),
      own: wallets.list(),
      urlOf,
      coverUrlOf,
      lacksCover,
      kindOf,
      hidesPreview,
      deliveryOf,
      saleDeliveryOf,
      decisionOf: (licence) => rows.decisions.of(indexer.platformId, licence),
    }),
  });
