import { formatTon } from '../../contract/messages/plain-formats.ts';

/** Precision in nanoTON of displayed amounts other than prices. */
const roughly = 1_000_000n;

/** Formats an available amount, rounded down to a thousandth. */
export const formatTonDown = (nanoTon: bigint): string => formatTon(nanoTon - (nanoTon % roughly));

/** Formats a required amount, rounded up to a thousandth. */
export const formatTonUp = (nanoTon: bigint): string =>
  formatTon(((nanoTon + roughly - 1n) / roughly) * roughly);
