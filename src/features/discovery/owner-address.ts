import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/**
 * Parses the TON address of an owner.
 * @param path path of the address in the request
 * @throws NodeError `invalid_request`
 */
export function parseOwner(text: string, path: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new NodeError('invalid_request', 'The owner is not a TON address. Copy it again from the wallet.', {
    errors: [{ path, message: 'is not a TON address' }],
  });
}
