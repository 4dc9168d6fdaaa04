import { currentLocale } from '../i18n/language.ts';

/** Returns `1:02`, or `1:02:03` from an hour on. */
export function formatPlayTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
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
