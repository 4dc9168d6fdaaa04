import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  approximatePrice,
  formatTon,
  parseTon,
  priceLabel,
  roundedAmount,
  typableTon,
} from '../../../../renderer/lib/format/ton.ts';
import { plain } from '../../plain-spaces.ts';

describe('displayed amounts', () => {
  it.each([
    ['0', '0'],
    ['1', '0.000000001'],
    ['1000000', '0.001'],
    ['1000000000', '1'],
    ['1500000000', '1.5'],
    ['1234500000000', '1,234.5'],
    ['1000000000000000', '1,000,000'],
    // More than a double holds.
    ['9223372036854775807', '9,223,372,036.854775807'],
    ['99999999999999999999', '99,999,999,999.999999999'],
    ['-1500000000', '−1.5'],
  ])('formats %s nanograms as %s', (nano, words) => {
    expect(formatTon(nano)).toBe(words);
  });

  it('are converted to another currency, and never to nothing', () => {
    const euro = { currency: 'EUR', price_per_gram: 2.48 };
    expect(plain(approximatePrice('5000000000', euro))).toBe('≈ €12.40');
    expect(plain(approximatePrice('1', euro))).toBe('< €0.01');
    expect(plain(approximatePrice(1_000_000_000n, { currency: 'JPY', price_per_gram: 400.4 }))).toMatch(
      /^≈ \D+400$/,
    );
  });

  it('show the unit, and “Free” for zero', () => {
    expect(plain(amountText('2500000000'))).toBe('2.5 GRAM');
    expect(plain(priceLabel('2500000000'))).toBe('2.5 GRAM');
    expect(priceLabel('0')).toBe('Free');
    expect(plain(amountText('0'))).toBe('0 GRAM');
  });
});

describe('entered amounts', () => {
  it.each([
    ['1', 1_000_000_000n],
    ['1.5', 1_500_000_000n],
    ['1,5', 1_500_000_000n],
    ['0,250', 250_000_000n],
    ['.5', 500_000_000n],
    ['5.', 5_000_000_000n],
    [' 1 234,5 ', 1_234_500_000_000n],
    ['1,234.5', 1_234_500_000_000n],
    ['1.234,5', 1_234_500_000_000n],
    ['1,234,567', 1_234_567_000_000_000n],
    ['1.234.567', 1_234_567_000_000_000n],
    ['1.500', 1_500_000_000n],
    ['1234,500', 1_234_500_000_000n],
    [' 2.5 GRAM ', 2_500_000_000n],
    ['0.000000001', 1n],
    ['9223372036.854775807', 9_223_372_036_854_775_807n],
  ])('%j is parsed', (typed, nano) => {
    expect(parseTon(typed)).toEqual({ nano });
  });

  it.each([
    ['', 'Enter an amount'],
    ['   ', 'Enter an amount'],
    ['1,234', 'Ambiguous comma: enter 1234 or 1.234'],
    ['0.0000000001', 'At most 9 decimals'],
    ['-1', 'Enter a number like 1.5'],
    ['1e9', 'Enter a number like 1.5'],
    ['0x10', 'Enter a number like 1.5'],
    ['.', 'Enter a number like 1.5'],
    ['١٫٥', 'Enter a number like 1.5'],
    ['1.2.3', 'Enter a number like 1.5 or 1234.5'],
    ['12,34.5', 'Enter a number like 1.5 or 1234.5'],
    ['1,,5', 'Enter a number like 1.5 or 1234.5'],
    ['1,234.567,8', 'Enter a number like 1.5 or 1234.5'],
    ['999999999999', 'Amount too large'],
  ])('%j is rejected', (typed, problem) => {
    expect(parseTon(typed)).toEqual({ problem });
  });

  it('are parsed from the initial value of a field, to the last nanogram', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (nano) => {
        expect(parseTon(typableTon(nano))).toEqual({ nano });
      }),
    );
  });

  it('are never parsed as another amount than the one shown', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (nano) => {
        const read = parseTon(formatTon(nano));
        expect(read.nano ?? nano).toBe(nano);
      }),
    );
  });
});

it('an overview rounds amounts down to two decimals, and those below one to two digits', () => {
  expect(plain(roundedAmount('10079999999'))).toBe('10.07 GRAM');
  expect(plain(roundedAmount('1234500000000'))).toBe('1,234.5 GRAM');
  expect(plain(roundedAmount('9999999'))).toBe('0.0099 GRAM');
  expect(plain(roundedAmount('299999999'))).toBe('0.29 GRAM');
  expect(plain(roundedAmount('1'))).toBe('0.000000001 GRAM');
  expect(plain(roundedAmount('0'))).toBe('0 GRAM');
  expect(plain(roundedAmount('3000000001'))).toBe('3 GRAM');
});
