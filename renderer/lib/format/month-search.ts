import { currentLocale } from '../i18n/language.ts';

/** Length from which the beginning of a name is enough, while the user is still typing it. */
const minBeginning = 3;

/** The names of all months by locale, because formats are slow to make and a search is compared at each key. */
const namesByLocale = new Map<string, string[][]>();

function monthNames(): string[][] {
  const locale = currentLocale();
  const known = namesByLocale.get(locale);
  if (known) return known;
  const names = Array.from({ length: 12 }, (_, index) => namesOf(index + 1, locale));
  namesByLocale.set(locale, names);
  return names;
}

/** Returns the names of a month: on its own, and as in a date, which differ in Russian. */
function namesOf(month: number, locale: string): string[] {
  const date = new Date(Date.UTC(2000, month - 1, 1));
  return [{ month: 'long' }, { month: 'long', day: 'numeric' }].map((options) =>
    new Intl.DateTimeFormat(locale, { ...(options as Intl.DateTimeFormatOptions), timeZone: 'UTC' })
      .formatToParts(date)
      .reduce((name, { type, value }) => (type === 'month' ? value.toLocaleLowerCase(locale) : name), ''),
  );
}

/** Returns the month that a search names: `05` for “May”, `2026-05` for “May 2026”, and undefined for other words. */
export function monthOfSearch(search: string): string | undefined {
  const words = search.toLocaleLowerCase(currentLocale()).split(/\s+/).filter(Boolean);
  const years = words.filter((word) => /^\d{4}$/.test(word));
  const [name = '', ...others] = words.filter((word) => !years.includes(word));
  if (name.length < minBeginning || others.length > 0 || years.length > 1) return undefined;
  const month = 1 + monthNames().findIndex((names) => names.some((known) => known.startsWith(name)));
  return month === 0 ? undefined : [...years, String(month).padStart(2, '0')].join('-');
}
