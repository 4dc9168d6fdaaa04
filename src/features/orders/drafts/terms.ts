import { formatTon } from '../../../contract/messages/plain-formats.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type RawAddress, requireTonAddress } from '../../../core/ton/ton-address.ts';
import { isPrice, maxRoyalties, minPrice, type Royalty, royaltyDenominator } from '../../chain/index.ts';

/** @param path names the invalid input for people and programs */
export function invalid(path: string, message: string): NodeError {
  return new NodeError('invalid_request', `${path}: ${message}`, { errors: [{ path, message }] });
}

/**
 * Parses an address of the basechain, the only one with wallets that contracts can pay.
 * @throws NodeError `invalid_request`
 */
export function basechainAddress(path: string, text: string): RawAddress {
  const address = requireTonAddress(text, path);
  if (!address.startsWith('0:')) throw invalid(path, 'must be an address of the basechain (workchain 0)');
  return address;
}

/**
 * Parses a price in nanoTON.
 * @throws NodeError `invalid_request`
 */
export function priceOf(path: string, amount: string | number): bigint {
  const price = BigInt(amount);
  if (isPrice(price)) return price;
  throw invalid(path, `must be 0, or from ${minPrice} nanoTON (${formatTon(minPrice)}) to below 2^63`);
}

/**
 * Parses the shares of each sale and drops empty ones.
 * @throws NodeError `invalid_request`
 */
export function royaltiesOf(
  path: string,
  royalties: readonly { address: string; value: number }[],
): Royalty[] {
  const shares = royalties
    .map(({ address, value }, index) => ({
      to: basechainAddress(`${path}[${index}].address`, address),
      share: value,
    }))
    .filter(({ share }) => share > 0);
  if (shares.length > maxRoyalties) throw invalid(path, `at most ${maxRoyalties} get a share`);
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (sum > royaltyDenominator)
    throw invalid(path, `together at most ${royaltyDenominator}, which is everything`);
  return shares;
}
