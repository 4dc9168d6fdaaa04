import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/**
 * Parses `chain.master_address` in any form of address. It avoids the TON libraries so that a wrong setting fails at
 * start and not at the first request.
 * @throws SettingsError
 */
export function configuredPlatform(text: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new SettingsError(message('chain.masterAddressInvalid', { address: text }));
}
