const oneTon = 1_000_000_000n;
/** What a person needs to know of an amount that is not a price. */
const roughly = 1_000_000n;

/** An amount as a person reads it, to the nanoTON: `1.5 TON`. */
export function formatTon(nanoTon: bigint): string {
  const fraction = (nanoTon % oneTon)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,9}$/, '');
  return `${nanoTon / oneTon}${fraction === '' ? '' : `.${fraction}`} TON`;
}

/** What somebody has, rounded down to a thousandth. */
export const formatTonDown = (nanoTon: bigint): string => formatTon(nanoTon - (nanoTon % roughly));

/** What somebody needs, rounded up to a thousandth. */
export const formatTonUp = (nanoTon: bigint): string =>
  formatTon(((nanoTon + roughly - 1n) / roughly) * roughly);
