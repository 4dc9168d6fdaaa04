import { currentLocale, t } from '../i18n/language.ts';

const roundedDown = (locale: string, maximumFractionDigits: number) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits, roundingMode: 'trunc' });

/** All formats of numbers, sizes, times and keys. */
const formats = {
  count: (locale: string) => new Intl.NumberFormat(locale),
  sizeWhole: (locale: string) => roundedDown(locale, 0),
  sizeTenths: (locale: string) => roundedDown(locale, 1),
  sizeHundredths: (locale: string) => roundedDown(locale, 2),
  percent: (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  share: (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
  date: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  dateTime: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  exactTime: (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  day: (locale: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: (locale: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  localDateTime: (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  localDate: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  clockTime: (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
  list: (locale: string) => new Intl.ListFormat(locale),
  relative: (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
};
const cachedFormats = new Map<string, unknown>();

/** Returns one of `formats` in the current language; cached, because creating a format takes longer than using it. */
function format<Name extends keyof typeof formats>(name: Name): ReturnType<(typeof formats)[Name]> {
  const locale = currentLocale();
  const key = `${locale} ${name}`;
  if (!cachedFormats.has(key)) cachedFormats.set(key, formats[name](locale));
  return cachedFormats.get(key) as ReturnType<(typeof formats)[Name]>;
}

const byteUnits = ['kB', 'MB', 'GB', 'TB', 'PB'] as const;
const timeUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns `1,234`. */
export function formatCount(n: number): string {
  return format('count').format(n);
}

export function numberSeparators(): { group: string; decimal: string } {
  const parts = format('count').formatToParts(12_345.6);
  const separatorOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: separatorOf('group'), decimal: separatorOf('decimal') };
}

/** Returns a number as the initial text of a field: `5.36`, or `5,36` in Russian. */
export function typableNumber(n: number): string {
  return String(n).replace('.', numberSeparators().decimal);
}

/** Inserts a separator between groups of three digits, counted from the end. */
export function groupDigits(digits: string, separator: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(separator);
}

/**
 * Returns `0 bytes`, `1.5 kB` or `12 GB`, with at most three significant digits. Rounds down, so that no displayed
 * limit is above the real one.
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t('format.bytes', { count: bytes });
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 10 ? 'sizeHundredths' : value < 100 ? 'sizeTenths' : 'sizeWhole';
  const number = format(digits).format(value);
  return t('format.measure', { number, unit: t(`format.units.${byteUnits[unit] ?? 'PB'}`) });
}

/** Returns two different sizes so that they read differently: as exact numbers of bytes if necessary. */
export function formatDistinctBytes(a: number, b: number): [string, string] {
  const [first, second] = [formatBytes(a), formatBytes(b)];
  if (first !== second) return [first, second];
  return [t('format.bytes', { count: a }), t('format.bytes', { count: b })];
}

/** Returns `12 MB of 20 MB`. */
export function formatDoneOf(done: number, total: number): string {
  return t('format.doneOf', { done: formatBytes(done), total: formatBytes(total) });
}

/** Returns `20.5 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return t('format.perSecond', { size: formatBytes(Math.round(bytesPerSecond)) });
}

/** Returns a fraction as `45%`; only a complete one is `100%`. */
export function formatPercent(share: number): string {
  return format('percent').format(share >= 1 ? 1 : Math.min(Math.max(share, 0), 0.99));
}

/** Returns a fraction with at most two decimals: `12.5%`. */
export function formatShare(share: number): string {
  return format('share').format(share);
}

/** Returns a fraction in whole percent for progress bars and screen readers; 100 only if it is complete. */
export function percentOf(part: number, whole: number | null): number {
  if (whole === null || whole <= 0) return 0;
  return part >= whole ? 100 : Math.max(0, Math.floor((part / whole) * 100));
}

/** Returns the two largest units: `3 days, 4 hours`, `12 minutes, 5 seconds`. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const first = timeUnits.findIndex(([, size]) => total >= size);
  if (first === -1) return formatUnit(0, 'second');
  let rest = total;
  const parts = timeUnits.slice(first, first + 2).map(([unit, size]) => {
    const n = Math.floor(rest / size);
    rest -= n * size;
    return n > 0 || unit === 'second' ? formatUnit(n, unit) : '';
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns `30 days`. */
export function formatDays(days: number): string {
  return formatUnit(days, 'day');
}

/** Returns a length as players show it: `3:12` or `1:02:05`. */
export function formatLength(ms: number): string {
  const total = Math.round(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const padded = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`;
}

/** Returns `4 seconds left`; at least one second, because the work is not complete yet. */
export function formatTimeLeft(seconds: number): string {
  return t('format.timeLeft', { time: formatDuration(Math.max(1, seconds)) });
}

function formatUnit(n: number, unit: string): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(n);
}

/** Returns `12 seconds ago` or `in 2 minutes`; `just now` within a second. Both times are in milliseconds. */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.trunc((at - now) / 1000);
  if (seconds === 0) return t('format.justNow');
  const [unit, size] = timeUnits.find(([, min]) => Math.abs(seconds) >= min) ?? ['second', 1];
  return format('relative').format(Math.trunc(seconds / size), unit);
}

const weekMs = 7 * 86_400_000;

/** Returns `2 hours ago` within a week, and then `21 Nov 2025`. */
export function formatAge(at: string, now: number): string {
  const time = Date.parse(at);
  // `now` is updated once a minute, and the clock of another computer may be ahead.
  if (now - time < 60_000) return t('format.justNow');
  if (now - time < weekMs) return formatRelative(time, now);
  return withoutYearMark(format('date').format(time));
}

/** Returns `21 Nov 2025, 17:12`. */
export function formatDateTime(at: string | number): string {
  return withoutYearMark(format('dateTime').format(new Date(at)));
}

/** Returns `21 Nov 2025, 17:12:05`. */
export function formatExactTime(at: string | number): string {
  return withoutYearMark(format('exactTime').format(new Date(at)));
}

/** Removes the Russian “г.” after a year, which makes columns wider without adding information. */
function withoutYearMark(text: string): string {
  return text.replace(/\sг\./, '');
}

/** Returns `Today`, `Yesterday` or `Friday, 21 November 2025`. */
export function formatDay(at: string, now: number): string {
  const day = format('day');
  const words = day.format(new Date(at));
  if (words === day.format(now)) return t('format.today');
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return words === day.format(yesterday) ? t('format.yesterday') : words;
}

/** Returns `May 2026` for `2026-05`. */
export function formatMonth(month: string): string {
  const text = withoutYearMark(format('month').format(new Date(`${month}-01T00:00:00Z`)));
  return text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1);
}

/** Returns `3 May 2026, 14:22` for `2026-05-03T14:22:10`, a time without a zone. */
export function formatLocalTime(time: string): string {
  return withoutYearMark(format('localDateTime').format(new Date(`${time}Z`)));
}

/** Returns the date of such a time: `3 May 2026`. */
export function formatLocalDay(time: string): string {
  return withoutYearMark(format('localDate').format(new Date(`${time}Z`)));
}

/** Returns `17:12:05`. */
export function formatClock(at: number): string {
  return format('clockTime').format(new Date(at));
}

/** Returns `one, two and three`. */
export function formatList(items: readonly string[]): string {
  return format('list').format(items);
}

/** Returns `12 ms` or `< 1 ms`. */
export function formatLatency(ms: number): string {
  if (ms < 1) return t('format.underOneMillisecond');
  return t('format.measure', { number: formatCount(Math.round(ms)), unit: t('format.units.ms') });
}

/** Returns `8Hq2vWzJ…kP3xQa`, enough of a key or address to distinguish it from others. */
export function shorten(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
