import { inspect } from 'node:util';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgePassphrase } from '../../../src/crypto/age/keys/passphrase.ts';
import { AgeIdentity, AgeRecipient } from '../../../src/crypto/age/keys/x25519.ts';

/** From the specification (c2sp.org/age). */
const secretKey = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';
const recipient = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';

describe('an identity', () => {
  test('has the recipient given in the specification', () => {
    const identity = AgeIdentity.parse(secretKey);
    expect(`${identity.recipient}`).toBe(recipient);
    expect(identity.secretKey()).toBe(secretKey);
    expect(`${AgeRecipient.parse(recipient)}`).toBe(recipient);
  });

  test('is unique when new, and can be written and parsed', () => {
    const one = AgeIdentity.generate();
    expect(one.secretKey()).toMatch(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/);
    expect(`${one.recipient}`).toMatch(/^age1[02-9ac-hj-np-z]{58}$/);
    expect(one.secretKey()).not.toBe(AgeIdentity.generate().secretKey());
    expect(`${AgeIdentity.parse(one.secretKey()).recipient}`).toBe(`${one.recipient}`);
  });

  test('shows its secret only on request', () => {
    const identity = AgeIdentity.parse(secretKey);
    const shown = [
      inspect(identity, { depth: 9, showHidden: true }),
      JSON.stringify(identity),
      `${identity}`,
    ];
    for (const text of shown) expect(text).not.toMatch(/GFPYYSJZ|42 ?42|66, 66|:66/i);
    const passphrase = new AgePassphrase('correct horse');
    expect(`${inspect(passphrase, { depth: 9 })}${JSON.stringify(passphrase)}`).not.toMatch(/correct|63 6f/);
  });

  test.each([
    ['a typo', secretKey.replace('GFPY', 'GFPQ')],
    ['lower case', secretKey.toLowerCase()],
    ['mixed case', `${secretKey.slice(0, -1)}x`],
    ['a missing letter', secretKey.slice(0, -1)],
    ['surrounding spaces', ` ${secretKey}`],
    ['another length', bech32.encodeFromBytes('age-secret-key-', Buffer.alloc(31)).toUpperCase()],
    ['a recipient', recipient],
    ['a post-quantum identity', bech32.encodeFromBytes('age-secret-key-pq-', Buffer.alloc(32)).toUpperCase()],
    ['nothing', ''],
  ])('is rejected with %s, without being shown', (_what, text) => {
    expect(() => AgeIdentity.parse(text)).toThrow(
      expect.objectContaining({ code: 'malformed_key', message: expect.not.stringContaining('GFP') }),
    );
  });
});

describe('a recipient', () => {
  test.each([
    ['an identity', secretKey],
    ['a typo', recipient.replace('zvky', 'zvkq')],
    ['upper case', recipient.toUpperCase()],
    ['another length', bech32.encodeFromBytes('age', Buffer.alloc(33))],
    ['another prefix', bech32.encodeFromBytes('age1tag', Buffer.alloc(32))],
  ])('is rejected with %s', (_what, text) => {
    expect(() => AgeRecipient.parse(text)).toThrow(expect.objectContaining({ code: 'malformed_key' }));
  });

  test.each([0, 1])('of low order is rejected for encryption: %d', (first) => {
    const point = Buffer.alloc(32);
    point[0] = first;
    const low = AgeRecipient.parse(bech32.encodeFromBytes('age', point));
    expect(() => low.wrap(Buffer.alloc(16))).toThrow(expect.objectContaining({ code: 'malformed_key' }));
  });
});

test('rejects an empty passphrase for an age file', () => {
  expect(() => new AgePassphrase('')).toThrow(expect.objectContaining({ code: 'malformed_key' }));
});

describe('Bech32', () => {
  test.each([
    'A12UEL5L',
    'a12uel5l',
    '?1ezyfcl',
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
  ])('follows BIP 173: %s', (text) => {
    const { prefix, bytes } = bech32.decodeToBytes(text);
    expect(bech32.encodeFromBytes(prefix, bytes)).toBe(text.toLowerCase());
  });

  test.each(['a12uel5m', 'A12uEL5L', 'de1lg7wt\u00ff', 'A1G7SGD8', 'li1dgmt3', 'x1b4n0q5v', 'qzzfhee'])(
    'rejects %s',
    (text) => {
      expect(bech32.decodeUnsafe(text)).toBeUndefined();
    },
  );

  test('keeps any key, and detects every wrong letter', () => {
    const keyOf = (text: string) => `${AgeRecipient.parse(text)}`;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(), (bytes, where) => {
        const text = bech32.encodeFromBytes('age', bytes);
        expect(keyOf(text)).toBe(text);
        const at = 4 + (where % (text.length - 4));
        const wrong = `${text.slice(0, at)}${text[at] === 'q' ? 'p' : 'q'}${text.slice(at + 1)}`;
        expect(() => keyOf(wrong)).toThrow(expect.objectContaining({ code: 'malformed_key' }));
      }),
    );
  });
});
