/** Units with their names in English and Russian, and their sizes. */
export type Units = readonly (readonly [size: number, ...names: string[]])[];

export const byteUnits: Units = [
  [1, 'B', 'bytes', 'byte', 'Б', 'байт'],
  [1024, 'KiB', 'КиБ'],
  [1024 ** 2, 'MiB', 'МиБ'],
  [1024 ** 3, 'GiB', 'ГиБ'],
  [1024 ** 4, 'TiB', 'ТиБ'],
];
export const timeUnits: Units = [
  [1, 's', 'с'],
  [60, 'min', 'мин'],
  [3600, 'h', 'ч'],
  [86_400, 'd', 'д'],
];

/** Returns `1.5 GiB` for 1610612736: in the largest unit that needs at most three decimals. */
export function withUnit(amount: number, units: Units, isRussian: boolean): string {
  const fits = ([size]: Units[number]) => amount >= size && Number.isInteger((amount / size) * 1000);
  const [size, latin, ...others] = units.findLast(fits) ?? units[0] ?? [1, ''];
  const name = isRussian ? others.at(-1) : latin;
  const number = String(amount / size);
  return `${isRussian ? number.replace('.', ',') : number} ${name}`;
}

/** Parses an amount with a unit, rounded to an integer; undefined for invalid input. Only 0 may have no unit. */
export function readWithUnit(typed: string, units: Units): number | undefined {
  const match = /^(\d{1,15}(?:[.,]\d{1,9})?)\s*(\p{L}*)$/u.exec(typed.trim());
  if (!match) return undefined;
  const [, number = '', unit = ''] = match;
  const value = Number(number.replace(',', '.'));
  if (unit === '') return value === 0 ? 0 : undefined;
  const known = units.find(([, ...names]) => names.some((name) => name.toLowerCase() === unit.toLowerCase()));
  const amount = known && Math.round(value * known[0]);
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined;
}
