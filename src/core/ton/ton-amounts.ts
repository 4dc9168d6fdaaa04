const oneTon = 1_000_000_000n;
/** Precision in nanoTON of displayed amounts other than prices. */
const roughly = 1_000_000n;

/** Formats an exact amount for display: `1.5 TON`. */
export function formatTon(nanoTon: bigint): string {
  const fraction = (nanoTon % oneTon)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,9}$/, '');
  return `${nanoTon / oneTon}${fraction === '' ? '' : `.${fraction}`} TON`;
}

/** Formats an available amount, rounded down to a thousandth. */
export const formatTonDown = (nanoTon: bigint): string => formatTon(nanoTon - (nanoTon % roughly));

/** Formats a required amount, rounded up to a thousandth. */
export const formatTonUp = (nanoTon: bigint): string =>
  formatTon(((nanoTon + roughly - 1n) / roughly) * roughly);
