import { Address } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { isSameAddress, readTonAddress } from '../../../../renderer/lib/format/ton-address.ts';

const address = Address.parseRaw(`0:${'1d9e54b3'.repeat(8)}`);
const raw = address.toRawString();

describe('an address entered by a user', () => {
  it('is the same in every spelling', () => {
    for (const bounceable of [true, false]) {
      for (const testOnly of [true, false]) {
        for (const urlSafe of [true, false]) {
          const text = address.toString({ bounceable, testOnly, urlSafe });
          expect(readTonAddress(` ${text}\n`)).toEqual({ raw, testOnly });
        }
      }
    }
    expect(readTonAddress(raw.toUpperCase())).toEqual({ raw, testOnly: false });
    expect(isSameAddress(raw, address.toString())).toBe(true);
    expect(isSameAddress(raw, `0:${'11'.repeat(32)}`)).toBe(false);
    expect(isSameAddress('', '')).toBe(false);
  });

  it('is rejected with a message for a wrong or missing character, or another kind of text', () => {
    const text = address.toString();
    for (const at of [0, 1, 20, 47]) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(readTonAddress(text.slice(0, at) + other + text.slice(at + 1)).problem).toBeDefined();
    }
    expect(readTonAddress(text.slice(1)).problem).toContain('47 characters');
    expect(readTonAddress(`${text}A`).problem).toContain('49 characters');
    expect(readTonAddress('').problem).toBe('Enter an address');
    expect(readTonAddress('ada.ton').problem).toContain('Names aren’t supported');
    expect(readTonAddress('https://example.org').problem).toContain('letters, digits');
    expect(readTonAddress(`-1:${'5'.repeat(64)}`).problem).toContain('Masterchain');
    expect(readTonAddress(Address.parseRaw(`-1:${'5'.repeat(64)}`).toString()).problem).toBeDefined();
  });
});
