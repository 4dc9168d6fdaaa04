import { currentLocale } from '../i18n/language.ts';

/** Returns `1:02`, or `1:02:03` from an hour on. */
export function formatPlayTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const padded = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** Returns `1.25×`. */
export function formatSpeed(rate: number): string {
  return `${new Intl.NumberFormat(currentLocale()).format(rate)}×`;
}

/** Returns `15 minutes`. */
export function formatMinutes(minutes: number): string {
  const format = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(currentLocale(), format).format(minutes);
}
