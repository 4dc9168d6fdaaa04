import { formatTonAddress, parseTonAddress } from '../../core/ton/ton-address.ts';
import { licenceFactsOf } from '../../features/market/index.ts';
import type { ChainLicences } from '../../features/purchases/index.ts';
import type { RunningChain } from './running-chain.ts';

/** Adapts a chain to the port of deliveries. */
export const chainLicencesOf = ({
  network,
  indexer,
  signers,
  recipients,
  testOnly,
  wallets,
  market,
}: RunningChain): ChainLicences => ({
  network,
  platform: indexer.platformId,
  accessTo: ({ facts, owner, deliverTo }) => {
    const wallet = signers.get(owner);
    if (wallet) return { wallet };
    const content = parseTonAddress(facts.content_address) ?? '';
    const identity = deliverTo && recipients.find(deliverTo, { content, owner });
    if (identity) return { identity };
    return { wallet: { address: async () => formatTonAddress(owner, { bounceable: false, testOnly }) } };
  },
  owners: wallets().map(({ address }) => address),
  isComplete: indexer.state().status === 'ok',
  licence: (address) => {
    const found = market.licence(address);
    const facts = found && licenceFactsOf(network, found);
    const { content, licence } = found ?? {};
    if (!facts || !content?.sha256 || !licence) return undefined;
    const { sha256: encrypted, size, contentType } = content;
    const { owner, deliverTo } = licence;
    return { facts, encrypted, size, contentType, owner, deliverTo };
  },
});
