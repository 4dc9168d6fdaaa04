import { coin } from '../coin.ts';
import type { MessageFormats } from './translate.ts';

const oneTon = 1_000_000_000n;
const durationUnits = [
  ['day', 86_400_000, 2],
  ['hour', 3_600_000, 2],
  ['minute', 60_000, 2],
  ['second', 1000, 0],
] as const;

/** Returns the formats for logs, problem documents and dialogs of the system: exact values, in English or Russian. */
export const plainFormats = (language: 'en' | 'ru'): MessageFormats => ({
  number: String,
  bytes: (size) => inUnit(language, 'byte', size),
  duration: (ms) => {
    const [unit, size] = durationUnits.find(([, each, min]) => ms >= each * min) ?? durationUnits[3];
    return inUnit(language, unit, Math.round(ms / size));
  },
  ton: (nanoTon) => formatTon(BigInt(nanoTon), language === 'ru' ? ',' : '.'),
  time: String,
});

function inUnit(language: string, unit: string, n: number): string {
  const format = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const;
  return new Intl.NumberFormat(language, format).format(n);
}

/** Formats an exact amount for display: `1.5 GRAM`. @param point the decimal separator */
export function formatTon(nanoTon: bigint, point = '.'): string {
  const fraction = (nanoTon % oneTon)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,9}$/, '');
  return `${nanoTon / oneTon}${fraction === '' ? '' : point + fraction} ${coin}`;
}
