import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { maxShares, shareDenominator } from '../../../contract/revenue-split.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { message, toMessage } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type RawAddress, requireTonAddress } from '../../../core/ton/ton-address.ts';
import { isPrice, minPrice, type Royalty } from '../../chain/index.ts';

/**
 * Returns the error of an invalid input.
 * @param path the name of the input for people and programs
 */
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

/** Largest error of a client's floating-point arithmetic, in nanograms. */
const roundingError = 0.001;

/**
 * Rounds an amount in nanograms that is a whole number except for a rounding error of the client.
 * @returns decimal digits
 * @throws NodeError `invalid_request`
 */
export function wholeAmount(path: string, amount: string | number): string {
  const [whole, fraction] =
    typeof amount === 'number'
      ? [BigInt(Math.floor(amount)), amount - Math.floor(amount)]
      : [BigInt(amount.split('.', 1)[0] as string), Number(`0.${amount.split('.')[1] ?? 0}`)];
  if (fraction <= roundingError) return whole.toString();
  if (fraction >= 1 - roundingError) return (whole + 1n).toString();
  throw invalid(path, 'orders.mustBeWhole');
}

/**
 * Rounds shares to whole numbers whose sum is the rounded sum of the shares: the largest remainders are rounded up.
 */
function wholeShares(shares: readonly number[]): number[] {
  const rounded = shares.map(Math.floor);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const missing = Math.round(sum(shares)) - sum(rounded);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, missing)) rounded[index] = (rounded[index] as number) + 1;
  return rounded;
}

/**
 * Parses a price in nanograms.
 * @throws NodeError `invalid_request`
 */
export function priceOf(path: string, amount: string): bigint {
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
  const values = wholeShares(royalties.map(({ value }) => value));
  const shares = royalties
    .map(({ address }, index) => ({
      to: basechainAddress(`${path}[${index}].address`, address),
      share: values[index] as number,
    }))
    .filter(({ share }) => share > 0);
  if (shares.length > maxShares) throw invalid(path, message('orders.hasTooManyShares', { max: maxShares }));
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (sum > shareDenominator) throw invalid(path, message('orders.sharesTooMuch', { all: shareDenominator }));
  return shares;
}
