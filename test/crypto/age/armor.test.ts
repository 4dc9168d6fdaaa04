import fc from 'fast-check';
import { expect, test } from 'vitest';
import { armor, dearmor } from '../../../src/crypto/age/armor.ts';
import { decryptBytes, encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';

test('an age file has one armored form for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = armor(bytes);
      expect(dearmor(text)).toEqual(Buffer.from(bytes));
      expect(dearmor(`\r\n ${text.replaceAll('\n', '\r\n')} \n`)).toEqual(Buffer.from(bytes));
      expect(text.split('\n').every((line) => line.length <= 64)).toBe(true);
    }),
  );
});

test('encrypts an identity for another recipient in armored form', async () => {
  const content = AgeIdentity.generate();
  const buyer = AgeIdentity.generate();
  const text = armor(await encryptBytes(Buffer.from(content.secretKey()), [buyer.recipient]));
  expect(text).toMatch(
    /^-----BEGIN AGE ENCRYPTED FILE-----\n[A-Za-z0-9+/=\n]+-----END AGE ENCRYPTED FILE-----\n$/,
  );
  const received = AgeIdentity.parse(`${await decryptBytes(dearmor(text), buyer)}`);
  expect(`${received.recipient}`).toBe(`${content.recipient}`);
  await expect(decryptBytes(dearmor(text), content)).rejects.toMatchObject({ code: 'no_matching_key' });
});

test.each(['', '-----BEGIN AGE ENCRYPTED FILE-----', 'age-encryption.org/v1\n'])(
  'rejects the age armor %j',
  (text) => {
    expect(() => dearmor(text)).toThrow(expect.objectContaining({ code: 'malformed_armor' }));
  },
);
