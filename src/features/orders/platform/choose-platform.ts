import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import { configuredPlatform } from '../../chain/index.ts';

/** The followed platform and its source: `own`, `configured`, or another node's host. */
export interface ChosenPlatform {
  address: RawAddress;
  source: string;
}

/**
 * Chooses the platform: the configured one, that of the first pinned public node on the same chain, or the node's own.
 * @param adopted platform of a public node, in any form
 * @throws SettingsError for `chain.master_address`
 */
export function choosePlatform({
  configured,
  adopted,
  own,
}: {
  configured: string | undefined;
  adopted: { address: string; host: string } | undefined;
  own: RawAddress;
}): ChosenPlatform {
  if (configured !== undefined) return { address: configuredPlatform(configured), source: 'configured' };
  const address = adopted && parseTonAddress(adopted.address);
  if (adopted && address?.startsWith('0:')) return { address, source: adopted.host };
  return { address: own, source: 'own' };
}
