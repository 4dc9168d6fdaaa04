import { expect, it } from 'vitest';
import { readRemoteEntry } from '../../src/features/discovery/remote-entry.ts';
import { recordOf } from './list-server.ts';

const address = 'EQAvDfWFG0oYX19jwNDNBBL1rKNT9XfaGP9HyTb5nb2Eml6y';
const keyHash = 'ab'.repeat(32);

it.each([
  ['not registered', { content_address: null, key_hash: null }, false],
  ['registered and encrypted', { content_address: address, key_hash: keyHash }, true],
  ['registered and free', { content_address: address, key_hash: null }, false],
  ['registered on a node that names no key hash', { content_address: address, key_hash: undefined }, true],
])('tells whether a content is for sale: %s', (_name, members, isForSale) => {
  const entry = readRemoteEntry({ ...recordOf('a song'), ...members }, 0);
  expect(entry).toMatchObject({ record: { isForSale } });
});
