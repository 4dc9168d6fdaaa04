import { createHash } from 'node:crypto';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';

/**
 * Returns an address without a contract, whose balance is exactly what it received: a wallet would pay for its own
 * computation.
 */
export function person(name: string): RawAddress {
  return `0:${createHash('sha256').update(name).digest('hex')}`;
}

export const [author, buyer, third, stranger] = ['author', 'buyer', 'third', 'stranger'].map(person) as [
  RawAddress,
  RawAddress,
  RawAddress,
  RawAddress,
];
