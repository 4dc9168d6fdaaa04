import type { Settings } from '../../contract/settings.ts';

type Network = Exclude<Settings['chain']['network'], 'off'>;

/**
 * Global ids of the networks (configuration parameter 19). The embedded chain has its own id, so that nobody mistakes
 * it for another network.
 */
export const globalIds: Record<Network, number> = {
  mainnet: -239,
  testnet: -3,
  embedded: 0x416c_636f,
};
