import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, problemBytes, requestBytes, responseBytes } from '../../src/crypto/canonical-json.ts';

/** The same document with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(entries.reverse());
}

it('writes one text for one document, which parses to that document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const document = JSON.parse(JSON.stringify({ value }));
      const text = canonicalJson(document);
      expect(canonicalJson(reversed(document) as object)).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
    { seed: 8785, numRuns: 500 },
  );
});

it('matches the example of RFC 8785, section 3.2.3, and its numbers', () => {
  const names = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect([...canonicalJson(names).matchAll(/:"(\w+)/g)].map(([, word]) => word)).toEqual([
    'Carriage',
    'One',
    'Control',
    'Latin',
    'Euro',
    'Emoji',
    'Hebrew',
  ]);
  expect(canonicalJson([333333333.33333329, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
});

it('rejects values without a JSON form', () => {
  for (const value of [{ a: Number.NaN }, { a: Number.POSITIVE_INFINITY }, { a: '\ud800' }])
    expect(() => canonicalJson(value)).toThrow();
});

it('omits its own signature only', () => {
  const document = {
    signature: 's',
    server_signature: 't',
    a: 1,
    nested: { signature: 'u', server_signature: 'v' },
  };
  const nested = '"nested":{"server_signature":"v","signature":"u"}';
  expect(requestBytes(document).toString()).toBe(
    `network.handshake.request\n{"a":1,${nested},"server_signature":"t"}`,
  );
  expect(responseBytes('S', document).toString()).toBe(
    `network.handshake.response\nS\n{"a":1,${nested},"signature":"s"}`,
  );
  expect(problemBytes('', document).toString()).toBe(
    `network.handshake.problem\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n{"a":1,${nested},"signature":"s"}`,
  );
});

it('signs a member named __proto__ too', () => {
  const document = JSON.parse('{"__proto__":{"a":1},"b":2,"signature":"s"}');
  expect(requestBytes(document).toString()).toBe('network.handshake.request\n{"__proto__":{"a":1},"b":2}');
});
