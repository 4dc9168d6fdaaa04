import { NodeError } from '../../core/node-error.ts';
import type { LicencePosition } from '../../db/chain-licences.ts';
import type { MarketOrder, MarketPosition } from '../../db/chain-market-query.ts';

/** Where lists of the market and the library go on, as texts. What is on the chain is no secret, so they are plain. */

const integers = String.raw`(\d{1,15})\.(\d{1,19})`;
const marketCursors = { newest: new RegExp(`^n${integers}$`), cheapest: new RegExp(`^c${integers}$`) };
const licenceCursor = /^(\d{1,15})\.(0:[0-9a-f]{64})$/;

/** @param order of the list: its cursors are no good for the other one */
export const writeMarketCursor = (order: MarketOrder, { id, price }: MarketPosition): string =>
  `${order.slice(0, 1)}${id}.${price}`;

/** @throws NodeError `invalid_request` */
export function readMarketCursor(order: MarketOrder, text: string): MarketPosition {
  const [, id, price = ''] = marketCursors[order].exec(text) ?? [];
  if (id === undefined || BigInt(price) >= 2n ** 63n) throw notACursor();
  return { id: Number(id), price: BigInt(price) };
}

export const writeLicenceCursor = ({ issuedAt, address }: LicencePosition): string =>
  `${issuedAt}.${address}`;

/** @throws NodeError `invalid_request` */
export function readLicenceCursor(text: string): LicencePosition {
  const [, issuedAt, address] = licenceCursor.exec(text) ?? [];
  if (issuedAt === undefined || address === undefined) throw notACursor();
  return { issuedAt: Number(issuedAt), address };
}

const notACursor = (): NodeError =>
  new NodeError('invalid_request', 'The cursor is not one that this node gave. Begin anew without it.', {
    errors: [{ path: 'query.cursor', message: 'is not a cursor' }],
  });
