const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = months.join('|');
const time = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

/** The three forms of RFC 9110, 5.6.7: IMF-fixdate, RFC 850 and asctime. */
const forms = [
  new RegExp(
    `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) (?<month>${month}) (?<year>\\d{4}) ${time} GMT$`,
  ),
  new RegExp(
    `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-(?<month>${month})-(?<year>\\d{2}) ${time} GMT$`,
  ),
  new RegExp(
    `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>${month}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`,
  ),
];

/** Expands a two-digit year to one at most 50 years ahead. */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}

/** Parses an HTTP date to ms; undefined for other formats, whose conditions are ignored (RFC 9110). */
export function parseHttpDate(text: string | undefined, now: number = Date.now()): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  for (const form of forms) {
    const parts = form.exec(trimmed)?.groups as Record<string, string> | undefined;
    if (!parts) continue;
    const { day = '', hour = '', minute = '', second = '' } = parts;
    const monthIndex = months.indexOf(parts.month ?? '');
    const date = new Date(0);
    date.setUTCFullYear(fullYear(parts.year ?? '', now), monthIndex, Number(day));
    const isReal = date.getUTCMonth() === monthIndex && Number(day) > 0;
    if (!isReal || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
    return date.setUTCHours(Number(hour), Number(minute), Number(second));
  }
  return undefined;
}
