import { ChainPlatformRepository } from '../../features/chain/index.ts';
import { platformAddress } from '../../features/chain/runtime.ts';
import {
  ChainLicenceRepository,
  ChainMarketRepository,
  LicenceDecisionRepository,
} from '../../features/market/index.ts';
import { choosePlatform, DeliveryRecipients, OrderRepository } from '../../features/orders/index.ts';
import type { ChainDependencies, FollowedChain, NamedPlatform } from './chain-dependencies.ts';
import type { NodeWallets } from './node-wallets.ts';

export type PlatformRows = ReturnType<typeof openRows>;

/** Opens the rows of the followed platform in the database. */
export function openRows(
  { db, commands, nodeSecret }: ChainDependencies,
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  { fee }: NodeWallets,
) {
  const { network } = followed;
  const platforms = new ChainPlatformRepository(db);
  const contents = new ChainMarketRepository(db);
  const own = platformAddress(fee.address).toRawString();
  const hasContents = () => contents.count({ platform: platforms.idOf(network, own) }) > 0;
  const platform = choosePlatform({
    configured: followed.masterAddress,
    adopted: followed.adopted ?? (named && hasContents() ? undefined : named),
    own,
  });
  const orderRepository = new OrderRepository(db, { network, platform: platform.address }, commands);
  return {
    platforms,
    platform,
    contents,
    hasContents,
    orderRepository,
    recipients: new DeliveryRecipients({
      nodeSecret,
      network,
      countOf: (scope) => orderRepository.countForLicence(scope),
    }),
    licences: new ChainLicenceRepository(db),
    decisions: new LicenceDecisionRepository(db),
  };
}
