import { Box } from '@mantine/core';
import { coin } from '../../../src/contract/coin.ts';
import { amountText, roundedParts, tonParts } from '../../lib/format/ton.ts';

interface MoneyProps {
  nano: bigint | string;
  /** Number of decimals to reserve space for, so that amounts in a column align. */
  decimals?: number;
  /** Text for an amount of 0. */
  zero?: string;
  /** Whether the unit is in the heading of the column. */
  bare?: boolean;
  /** Whether all its digits are shown, as where a user pays it; otherwise they are in its tooltip. */
  isExact?: boolean;
}

/** Digits up to which an amount stays on one line. */
const shortDigits = 9;

/** Shows an amount; a long one wraps before its decimal point if the space is narrow. */
export function Money({ nano, decimals = 0, zero, bare = false, isExact = false }: MoneyProps) {
  const exact = tonParts(nano);
  const { whole, point, fraction } = isExact ? exact : roundedParts(nano);
  if (zero !== undefined && BigInt(nano) === 0n) return <span>{zero}</span>;
  const missing = Math.max(decimals - fraction.length, 0);
  const room = missing > 0 && `${fraction === '' ? point : ''}${'0'.repeat(missing)}`;
  return (
    <bdi title={fraction === exact.fraction ? undefined : amountText(nano)}>
      {whole}
      {whole.length + fraction.length > shortDigits && <wbr />}
      {fraction !== '' && point + fraction}
      {room && (
        // On a phone, the columns are too narrow for the space.
        <Box component="span" visibleFrom="xs" aria-hidden style={{ visibility: 'hidden' }}>
          {room}
        </Box>
      )}
      {!bare && `\u00a0${coin}`}
    </bdi>
  );
}

/** Returns the largest number of decimals of several amounts. */
export const decimalsOf = (amounts: readonly (bigint | string)[]): number =>
  Math.max(0, ...amounts.map((nano) => tonParts(nano).fraction.length));
