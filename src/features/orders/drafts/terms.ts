import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { message, toMessage } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type RawAddress, requireTonAddress } from '../../../core/ton/ton-address.ts';
import { isPrice, maxRoyalties, minPrice, type Royalty, royaltyDenominator } from '../../chain/index.ts';

/** @param path names the invalid input for people and programs */
export function invalid(path: string, problem: ConstantMessageId | Message): NodeError {
  return new NodeError(
    'invalid_request',
    message('http.inputInvalid', { path, problem: toMessage(problem) }),
    { errors: [inputErrorAt(path, problem)] },
  );
}

/**
 * Parses an address of the basechain, the only one with wallets that contracts can pay.
 * @throws NodeError `invalid_request`
 */
export function basechainAddress(path: string, text: string): RawAddress {
  const address = requireTonAddress(text, path);
  if (!address.startsWith('0:')) throw invalid(path, 'orders.mustBeBasechain');
  return address;
}

/**
 * Parses a price in nanoTON.
 * @throws NodeError `invalid_request`
 */
export function priceOf(path: string, amount: string | number): bigint {
  const price = BigInt(amount);
  if (isPrice(price)) return price;
  throw invalid(path, message('orders.mustBePrice', { min: Number(minPrice), minTon: minPrice.toString() }));
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
  if (shares.length > maxRoyalties)
    throw invalid(path, message('orders.hasTooManyShares', { max: maxRoyalties }));
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (sum > royaltyDenominator)
    throw invalid(path, message('orders.sharesTooMuch', { all: royaltyDenominator }));
  return shares;
}
