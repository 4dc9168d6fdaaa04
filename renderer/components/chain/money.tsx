import { formatTon } from '../../lib/ton.ts';

interface MoneyProps {
  nano: bigint | string;
  /** How many decimals to keep room for, so that amounts below each other line up. */
  decimals?: number;
  /** What to call nothing at all. */
  zero?: string;
}

/** An amount, to the last nanoTON. */
export function Money({ nano, decimals = 0, zero }: MoneyProps) {
  const text = formatTon(nano);
  if (zero !== undefined && BigInt(nano) === 0n) return <span>{zero}</span>;
  const [, fraction = ''] = text.split('.');
  const missing = Math.max(decimals - fraction.length, 0);
  const room = missing > 0 && `${fraction === '' ? '.' : ''}${'0'.repeat(missing)}`;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {text}
      {room && (
        <span aria-hidden style={{ visibility: 'hidden' }}>
          {room}
        </span>
      )}{' '}
      TON
    </span>
  );
}

/** How many decimals the longest of several amounts has, up to `most`. */
export function decimalsOf(amounts: readonly (bigint | string)[], most = 9): number {
  const lengths = amounts.map((nano) => formatTon(nano).split('.')[1]?.length ?? 0);
  return Math.min(Math.max(0, ...lengths), most);
}
