import { SettingsError } from '../../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/**
 * The platform that `chain.master_address` names, in any form of address. Apart from the libraries of the chain,
 * so that a wrong setting stops the start and not the first request.
 * @throws SettingsError
 */
export function configuredPlatform(text: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new SettingsError(
    `chain.master_address: “${text}” is not a TON address. Copy it again: 48 characters such as EQ…, or 0: and 64 hexadecimal digits.`,
  );
}
