import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../src/core/strict-json.ts';
import { canonicalJson } from '../../src/crypto/canonical-json.ts';
import { refusalOf } from '../peers/handshake/fixtures.ts';

const refused: [text: string, path: string, reason: string][] = [
  ['', 'body', 'http.isNotJson'],
  ['{"a":1,}', 'body', 'http.isNotJson'],
  ['{"a":01}', 'body', 'http.isNotJson'],
  ['{"a":NaN}', 'body', 'http.isNotJson'],
  ['\ufeff{}', 'body', 'http.isNotJson'],
  ['{"a":1,"a":1}', 'body.a', 'http.isDuplicate'],
  ['{"a":1,"\\u0061":2}', 'body.a', 'http.isDuplicate'],
  ['{"":1,"":2}', 'body.', 'http.isDuplicate'],
  ['{"\\"":1,"b":{"c":[0,{"d":1,"e":[],"d":{}}]}}', 'body.b.c.1.d', 'http.isDuplicate'],
  ['{"a":{"b":1},"c":{},"a":2}', 'body.a', 'http.isDuplicate'],
  ['{"__proto__":1,"__proto__":2}', 'body.__proto__', 'http.isDuplicate'],
  ['[{"a":1},{"a":"x","a":"x"}]', 'body.1.a', 'http.isDuplicate'],
  ['{"a":"\\ud800"}', 'body.a', 'http.hasHalfSurrogate'],
  ['{"a":"\\uDC00\\uD800"}', 'body.a', 'http.hasHalfSurrogate'],
  ['{"a":["","x\\ud83dx"]}', 'body.a.1', 'http.hasHalfSurrogate'],
  ['{"a":"\ud83d"}', 'body.a', 'http.hasHalfSurrogate'],
  ['{"b":{"\\udfff":1}}', 'body.b', 'http.hasHalfSurrogate'],
  ['"\\ud800"', 'body', 'http.hasHalfSurrogate'],
  ['{"n":9007199254740993}', 'body.n', 'http.isTooLargeInteger'],
  ['{"n":-9007199254740993}', 'body.n', 'http.isTooLargeInteger'],
  ['{"n":[1,100000000000000000000]}', 'body.n.1', 'http.isTooLargeInteger'],
  ['9007199254740993', 'body', 'http.isTooLargeInteger'],
  ['{"n":1e400}', 'body.n', 'http.isTooLargeNumber'],
  ['{"n":-1e400}', 'body.n', 'http.isTooLargeNumber'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, `body${'.0'.repeat(65)}`, 'http.isNestedTooDeep'],
];

const accepted = [
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '["a","a",{"b":"b"},"b"]',
  '{"a":"a","b":"a"}',
  '{"a":", \\"a\\":1 {[","b":"\\\\"}',
  '{"a\\\\":1,"a":2,"A":3}',
  '{"a":"\\ud83d\\ude00 \ud83d\ude00"}',
  '{"n":[9007199254740992,-9007199254740992,1e21,1e+21,1E300,12345678901234567.5,-0,0.1e-7]}',
  '{"n":"9007199254740993"}',
  ' \t\r\n{ "a" : [ ] , "b" : { } , "c" : true , "d" : null , "e" : false } \n',
  '"text"',
  `${'['.repeat(64)}${']'.repeat(64)}`,
];

describe('parseStrictJson', () => {
  it.each(refused)('rejects %s', (text, path, reason) => {
    const { code, details } = refusalOf(() => parseStrictJson(text));
    expect(code).toBe('invalid_request');
    expect(details.errors).toMatchObject([{ path, reason }]);
    expect(details.errors).toHaveLength(1);
  });

  it.each(accepted)('accepts %s', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('survives a megabyte of brackets', () => {
    expect(refusalOf(() => parseStrictJson('['.repeat(1 << 20))).code).toBe('invalid_request');
    const bomb = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;
    expect(refusalOf(() => parseStrictJson(bomb)).details.errors?.[0]?.reason).toBe('http.isNestedTooDeep');
  });

  it('does not repeat long names in errors', () => {
    const name = 'n'.repeat(60_000);
    const { message } = refusalOf(() => parseStrictJson(`{"${name}":1,"${name}":2}`));
    expect(message.length).toBeLessThan(200);
  });

  it('keeps a name __proto__ as data', () => {
    const parsed = parseStrictJson('{"__proto__":{"admin":true},"constructor":1}') as object;
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect('admin' in parsed).toBe(false);
    expect(canonicalJson(parsed)).toBe('{"__proto__":{"admin":true},"constructor":1}');
  });

  it('parses every other document like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom('', ' ', '\t', '  '), (value, indent) => {
        const text = JSON.stringify({ value }, null, indent);
        fc.pre(!/\d{16}/.test(text));
        expect(canonicalJson(parseStrictJson(text) as object)).toBe(canonicalJson(JSON.parse(text)));
      }),
      { seed: 7159, numRuns: 500 },
    );
  });

  it('finds one duplicate name anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.jsonValue(), (before, name, inner) => {
        const doubled = `{${JSON.stringify(name)}:1,${JSON.stringify(name)}:${JSON.stringify(inner)}}`;
        const text = `[${JSON.stringify(before)},${doubled}]`;
        fc.pre(!/\d{16}/.test(text));
        expect(refusalOf(() => parseStrictJson(text)).details.errors?.[0]?.reason).toBe('http.isDuplicate');
      }),
      { seed: 7159, numRuns: 200 },
    );
  });
});
