import { Address } from '@ton/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressParts, formatTonAddress, parseTonAddress } from '../../src/core/ton/ton-address.ts';

const anyAddress = fc
  .tuple(fc.constantFrom(0, -1), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([workchain, hash]) => new Address(workchain, Buffer.from(hash)));
const anyForm = fc.record({ bounceable: fc.boolean(), testOnly: fc.boolean(), urlSafe: fc.boolean() });

/** Whether @ton/core accepts a text as a friendly address of an existing workchain. */
function coreParses(text: string): boolean {
  try {
    return [0, -1].includes(Address.parseFriendly(text).address.workChain);
  } catch {
    return false;
  }
}

describe('TON addresses', () => {
  it('are parsed in every form, as @ton/core writes them', () => {
    fc.assert(
      fc.property(anyAddress, anyForm, (address, form) => {
        const raw = address.toRawString();
        expect(parseTonAddress(address.toString(form))).toBe(raw);
        expect(parseTonAddress(raw)).toBe(raw);
        expect(parseTonAddress(raw.toUpperCase())).toBe(raw);
        expect(addressParts(raw)).toEqual({ workchain: address.workChain, hash: address.hash });
      }),
    );
  });

  it('are written as @ton/core writes them', () => {
    fc.assert(
      fc.property(anyAddress, fc.boolean(), fc.boolean(), (address, bounceable, testOnly) => {
        const form = { bounceable, testOnly };
        expect(formatTonAddress(address.toRawString(), form)).toBe(address.toString(form));
      }),
    );
  });

  it('are rejected when one character is wrong', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(47), fc.constantFrom(...'AZaz09-_'), (address, at, character) => {
        const right = address.toString();
        const wrong = right.slice(0, at) + character + right.slice(at + 1);
        if (wrong !== right) expect(parseTonAddress(wrong)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a word', 'wallet'],
    ['another workchain', `1:${'0'.repeat(64)}`],
    ['too few digits', `0:${'0'.repeat(63)}`],
    ['trailing text', `0:${'0'.repeat(64)}:0`],
    ['a trailing line break', `0:${'0'.repeat(64)}\n`],
    ['another workchain in friendly form', new Address(1, Buffer.alloc(32)).toString()],
    ['another tag', Buffer.alloc(36).toString('base64')],
  ])('are rejected when it is %s', (_, text) => {
    expect(parseTonAddress(text)).toBeUndefined();
  });

  it('are parsed from no text that @ton/core rejects, and no text throws', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 100, unit: 'binary' }),
      fc.uint8Array({ minLength: 36, maxLength: 36 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseTonAddress(text) !== undefined).toBe(coreParses(text));
      }),
    );
  });
});
