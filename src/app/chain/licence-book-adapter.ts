import { licenceFactsOf } from '../../features/market/index.ts';
import type { ChainLicences } from '../../features/purchases/index.ts';
import type { RunningChain } from './running-chain.ts';

/** Adapts a chain to the port of deliveries. */
export const chainLicencesOf = ({
  network,
  indexer,
  signers,
  wallets,
  market,
}: RunningChain): ChainLicences => ({
  network,
  platform: indexer.platformId,
  signers,
  owners: wallets().map(({ address }) => address),
  isComplete: indexer.state().status === 'ok',
  licence: (address) => {
    const found = market.licence(address);
    const facts = found && licenceFactsOf(network, found);
    const { content, licence } = found ?? {};
    if (!facts || !content?.sha256 || !licence) return undefined;
    const { sha256: encrypted, size, contentType } = content;
    return { facts, encrypted, size, contentType, owner: licence.owner };
  },
});
