import { Address, beginCell, Cell, contractAddress } from '@ton/core';
import { configuredPlatform } from './configured-platform.ts';
import compiled from './contracts/compiled.json' with { type: 'json' };
import { type ChainNetwork, serviceWallet } from './service-wallet.ts';

/** Tells apart several platforms of one owner. A node has one. */
const platformSalt = 0;

/**
 * The address of the platform that `owner` deploys, also before it exists: the hash of its code and
 * first data. Its metadata is not part of them, so that the metadata's URL can change.
 */
export function platformAddress(owner: Address): Address {
  const itemCodes = beginCell()
    .storeRef(Cell.fromBase64(compiled.content.boc))
    .storeRef(Cell.fromBase64(compiled.licence.boc));
  const data = beginCell()
    .storeAddress(owner)
    .storeUint(0, 64) // the index of the first content
    .storeUint(platformSalt, 32)
    .storeMaybeRef(null) // no metadata yet
    .storeRef(itemCodes)
    .endCell();
  return contractAddress(0, { code: Cell.fromBase64(compiled.platform.boc), data });
}

/** Both addresses of a node as `GET /api/v1/node` answers them: friendly and url-safe. */
export interface NodeAddresses {
  /** The service wallet, non-bounceable. */
  node_address: string;
  /** The platform, bounceable. */
  master_address: string;
}

/**
 * Computes both addresses offline; nothing needs to exist on the chain (protocol, 1 and 3.1).
 * @param nodeSecret the 32 bytes of `node-secret`
 * @param configuredMaster the setting `chain.master_address`, in any form; without it the platform is the node's own
 * @throws SettingsError when `configuredMaster` is not an address
 */
export function nodeAddresses(
  nodeSecret: Buffer,
  network: ChainNetwork,
  configuredMaster?: string,
): NodeAddresses {
  const wallet = serviceWallet(nodeSecret, network).address;
  const platform =
    configuredMaster === undefined
      ? platformAddress(wallet)
      : Address.parseRaw(configuredPlatform(configuredMaster));
  const testOnly = network === 'testnet' || network === 'embedded';
  return {
    node_address: wallet.toString({ bounceable: false, testOnly }),
    master_address: platform.toString({ bounceable: true, testOnly }),
  };
}
