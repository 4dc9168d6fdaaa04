import { expect, test } from 'vitest';
import { encrypt, encryptedSize } from '../../../src/crypto/age/encrypt.ts';
import { encodeHeader, encodeSigned } from '../../../src/crypto/age/header.ts';
import { encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import {
  longestRegistrantStanza,
  registrantOf,
  registrantStanza,
} from '../../../src/crypto/age/registrant.ts';
import type { Stanza } from '../../../src/crypto/age/stanza.ts';
import { collect } from './sources.ts';

const { recipient } = AgeIdentity.generate();
const registrant = { network: 'mainnet', wallet: `0:${'1a'.repeat(32)}` };
const named = registrantStanza(registrant);

async function* once(bytes: Buffer) {
  yield bytes;
}

/** The first bytes that a node keeps of a file with these stanzas. */
const startOf = (...stanzas: Stanza[]): Buffer => {
  const own = recipient.wrap(new Uint8Array(16));
  return Buffer.from(encodeHeader(encodeSigned([own, ...stanzas]), new Uint8Array(32))).subarray(0, 512);
};
const withArgs = (...args: string[]) => startOf({ ...named, args });

test('the registrant is read from the start of an encrypted file, whose size is as announced', async () => {
  for (const stanza of [named, longestRegistrantStanza]) {
    const file = await collect(encrypt(once(Buffer.alloc(100_000)), [recipient], [stanza]));
    expect(file.length).toBe(encryptedSize(100_000, [recipient], [stanza]));
    const [network, wallet] = stanza.args;
    expect(registrantOf(file.subarray(0, 512))).toEqual({ network, wallet });
  }
  // The form for other implementers, in docs/chain.md.
  expect(startOf(named).toString()).toContain(`\n-> alcove.registrant mainnet 0:${'1a'.repeat(32)}\n\n--- `);
});

test.each<[string, Buffer]>([
  ['no stanza', startOf()],
  ['two stanzas', startOf(named, named)],
  ['two different stanzas', startOf(named, longestRegistrantStanza)],
  ['a body', startOf({ ...named, body: Buffer.alloc(1) })],
  ['no arguments', withArgs()],
  ['one argument', withArgs(registrant.wallet)],
  ['an argument more', withArgs('mainnet', registrant.wallet, 'x')],
  ['another network name', withArgs('Main-net', registrant.wallet)],
  ['a long network name', withArgs('n'.repeat(17), registrant.wallet)],
  ['capitals', withArgs('mainnet', registrant.wallet.toUpperCase())],
  ['a friendly address', withArgs('mainnet', 'UQAREREREREREREREREREREREREREREREREREREREREREREB')],
  ['another workchain', withArgs('mainnet', registrant.wallet.replace('0:', '1:'))],
  ['an address that is too short', withArgs('mainnet', registrant.wallet.slice(0, -1))],
  ['another type', startOf({ ...named, type: 'alcove.registrants' })],
  ['a header longer than the start', startOf(...Array<Stanza>(40).fill({ ...named, type: 'x' }), named)],
  ['a header that ends early', startOf(named).subarray(0, 150)],
  ['a stanza in plain text', Buffer.from(startOf(named).toString().slice('age'.length))],
  ['a later version', Buffer.from(startOf(named).toString().replace('/v1', '/v2'))],
  ['no bytes', Buffer.alloc(0)],
])('a file has no registrant with %s', (_what, start) => {
  expect(registrantOf(start)).toBeUndefined();
});

test('an encrypted file without the stanza has no registrant', async () => {
  const file = await encryptBytes(Buffer.from('small'), [recipient]);
  expect(registrantOf(file.subarray(0, 512))).toBeUndefined();
});
