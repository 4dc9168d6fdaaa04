import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import type { Restriction } from '../restriction-store.ts';

export const notYours = () => new NodeError('not_yours', 'licensing.othersFile');

export const copied = () => new NodeError('not_yours', 'licensing.copiedFile');

const notForSale = () => new NodeError('content_not_found', 'licensing.notInPreparation');

export const onItsWay = () => new NodeError('order_open', 'licensing.onItsWay');

export const partInSale = () => new NodeError('order_open', 'licensing.partInSale');

export const partOfOtherWallet = () => new NodeError('not_yours', 'licensing.partOfOtherWallet');

export const encrypting = () =>
  new NodeError('encrypting', 'licensing.encrypting', {
    headers: { 'Retry-After': '5' },
  });

export const cancelled = () => new NodeError('encrypting', 'licensing.encryptionStopped');

export const stopping = (): NodeError => shuttingDown();

/** @throws NodeError `content_not_found` for a content that is not restricted, or on the chain */
export function refuseUnsold(row: Restriction | undefined): asserts row is Restriction {
  if (!row || row.registeredAt !== null) throw notForSale();
}
