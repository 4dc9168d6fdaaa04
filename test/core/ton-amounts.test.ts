import { expect, it } from 'vitest';
import { formatTon } from '../../src/contract/messages/plain-formats.ts';
import { tonDown, tonUp } from '../../src/core/ton/ton-amounts.ts';

it.each([
  [0n, '0 GRAM', '0 GRAM', '0 GRAM'],
  [1n, '0.000000001 GRAM', '0 GRAM', '0.001 GRAM'],
  [1_500_000_000n, '1.5 GRAM', '1.5 GRAM', '1.5 GRAM'],
  [299_999_999n, '0.299999999 GRAM', '0.299 GRAM', '0.3 GRAM'],
  [2n ** 63n - 1n, '9223372036.854775807 GRAM', '9223372036.854 GRAM', '9223372036.855 GRAM'],
])('formats %s nanograms as %s; the balance %s, the missing amount %s', (nano, exact, had, needed) => {
  expect([nano.toString(), tonDown(nano), tonUp(nano)].map((amount) => formatTon(BigInt(amount)))).toEqual([
    exact,
    had,
    needed,
  ]);
});
