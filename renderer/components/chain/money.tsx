import { formatTon } from '../../lib/ton.ts';

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
  const text = formatTon(nano);
  if (zero !== undefined && BigInt(nano) === 0n) return <span>{zero}</span>;
  const [whole, fraction = ''] = text.split('.');
  const missing = Math.max(decimals - fraction.length, 0);
  const room = missing > 0 && `${fraction === '' ? '.' : ''}${'0'.repeat(missing)}`;
  return (
    <span>
      {whole}
      {fraction !== '' && <span style={{ display: 'inline-block' }}>.{fraction}</span>}
      {room && (
        <span aria-hidden style={{ visibility: 'hidden' }}>
          {room}
        </span>
      )}
      {!bare && '\u00a0TON'}
    </span>
  );
}

/** How many decimals the longest of several amounts has, up to `most`. */
export function decimalsOf(amounts: readonly (bigint | string)[], most = 9): number {
  const lengths = amounts.map((nano) => formatTon(nano).split('.')[1]?.length ?? 0);
  return Math.min(Math.max(0, ...lengths), most);
}
