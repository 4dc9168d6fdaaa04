import { tonParts } from '../../lib/format/ton.ts';

interface MoneyProps {
  nano: bigint | string;
  /** How many decimals to keep room for, so that amounts below each other line up. */
  decimals?: number;
  /** What to call nothing at all. */
  zero?: string;
  /** Whether the unit stands in the head of the column. */
  bare?: boolean;
}

/** An amount, to the last nanoTON; a long one breaks before its point, where there is too little room. */
export function Money({ nano, decimals = 0, zero, bare = false }: MoneyProps) {
  const { whole, point, fraction } = tonParts(nano);
  if (zero !== undefined && BigInt(nano) === 0n) return <span>{zero}</span>;
  const missing = Math.max(decimals - fraction.length, 0);
  const room = missing > 0 && `${fraction === '' ? point : ''}${'0'.repeat(missing)}`;
  return (
    <bdi>
      {whole}
      {fraction !== '' && <span style={{ display: 'inline-block' }}>{point + fraction}</span>}
      {room && (
        <span aria-hidden style={{ visibility: 'hidden' }}>
          {room}
        </span>
      )}
      {!bare && '\u00a0TON'}
    </bdi>
  );
}

/** How many decimals the longest of several amounts has, up to `most`. */
export function decimalsOf(amounts: readonly (bigint | string)[], most = 9): number {
  return Math.min(Math.max(0, ...amounts.map((nano) => tonParts(nano).fraction.length)), most);
}
