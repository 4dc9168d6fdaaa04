import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { configuredPlatform } from '../chain/index.ts';

/** The platform that a node follows, and where it has it from: `own`, `configured`, or another node's host. */
export interface ChosenPlatform {
  address: RawAddress;
  source: string;
}

/**
 * Whose platform it is (chain.md, section 2): the configured one, that of the first pinned public node on the same
 * chain, or the node's own.
 * @param adopted what a public node says, in any form
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
