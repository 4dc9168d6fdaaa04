import { ChainPlatformRepository } from '../../../features/chain/index.ts';
import { platformAddress } from '../../../features/chain/runtime.ts';
import {
  ChainLicenceRepository,
  ChainMarketRepository,
  LicenceDecisionRepository,
} from '../../../features/market/index.ts';
import { choosePlatform, DeliveryRecipients, OrderRepository } from '../../../features/orders/index.ts';
import { JobCommands } from '../../../platform/sqlite/job-commands.ts';
import type { ChainDependencies, FollowedChain, NamedPlatform } from '../chain-dependencies.ts';
import type { NodeWallets } from '../node-wallets.ts';

export type PlatformRows = Awaited<ReturnType<typeof openRows>>;

/** Opens the rows of the followed platform in the database. */
export async function openRows(
  { db, commands, nodeSecret }: Pick<ChainDependencies, 'db' | 'commands' | 'nodeSecret'>,
  followed: FollowedChain,
  named: NamedPlatform | undefined,
  { fee }: NodeWallets,
) {
  const { network } = followed;
  const contents = new ChainMarketRepository(db);
  const own = platformAddress(fee.address).toRawString();
  const known = new ChainPlatformRepository(db, commands);
  const hasContents = () => {
    const id = known.find(network, own);
    return id !== undefined && contents.count({ platform: id }) > 0;
  };
  const platform = choosePlatform({
    configured: followed.masterAddress,
    adopted: followed.adopted ?? (named && hasContents() ? undefined : named),
    own,
  });
  const job = new JobCommands(commands, `chain ${network} ${platform.address}`);
  const platforms = new ChainPlatformRepository(db, commands, job);
  await platforms.add(network, platform.address);
  const orderRepository = new OrderRepository(db, { network, platform: platform.address }, commands, job);
  return {
    /** Follows the chain and sends orders, which one replica does at a time. */
    job,
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
    decisions: new LicenceDecisionRepository(db, commands),
  };
}
