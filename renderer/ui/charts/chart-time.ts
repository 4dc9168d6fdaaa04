import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { currentLocale } from '../../lib/i18n/language.ts';

/** Consecutive time spans, in milliseconds; each ends where the next begins. */
export interface ChartTimes {
  range: HistoryRange;
  starts: readonly number[];
  until: number;
  /** IANA name of the time zone in which their days begin. */
  timeZone: string;
}

const hourMs = 3_600_000;

/** Returns the time zone, or undefined if this browser does not know it. */
function knownZone(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const formatIn = (timeZone: string, options: Intl.DateTimeFormatOptions, locale = currentLocale()) =>
  new Intl.DateTimeFormat(locale, { timeZone: knownZone(timeZone), ...options });

const endOf = ({ starts, until }: ChartTimes, index: number): number => starts[index + 1] ?? until;

/** Returns the name of one or more spans: `22 Nov, 14:20 – 14:30`, `Sun, 22 Nov` or `16 – 22 Nov 2026`. */
export function spanLabel(times: ChartTimes, first: number, last = first): string {
  const { starts, timeZone, until } = times;
  const [from, end] = [starts[first] ?? until, endOf(times, last)];
  const length = endOf(times, first) - from;
  if (length <= hourMs) {
    const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    return formatIn(timeZone, options).formatRange(from, end);
  }
  // One millisecond less, because the last span ends where the next day begins.
  const inclusive = end - 1;
  return length <= 26 * hourMs
    ? formatIn(timeZone, { weekday: 'short', day: 'numeric', month: 'short' }).formatRange(from, inclusive)
    : formatIn(timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(from, inclusive);
}

export interface AxisLabel {
  /** Fraction of the width, from 0 to 1. */
  place: number;
  words: string;
}

const labelOptions: Record<HistoryRange, Intl.DateTimeFormatOptions> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
};

/** Returns the labels below a chart: a few spans at round times. */
export function axisLabels(times: ChartTimes): AxisLabel[] {
  const { range, starts, timeZone } = times;
  const count = starts.length;
  const clock = formatIn(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB');
  const months = formatIn(timeZone, { month: 'numeric' }, 'en-GB');
  const lastOf = (index: number) => endOf(times, index) - 1;
  const isNamed: Record<HistoryRange, (at: number, index: number) => boolean> = {
    day: (at) => ['00:00', '06:00', '12:00', '18:00'].includes(clock.format(at)),
    week: (at) => clock.format(at) === '00:00',
    month: (_, index) => (count - 4 - index) % 7 === 0,
    year: (at, index) => {
      const month = months.format(lastOf(index));
      return Number(month) % 3 === 1 && month !== months.format(at - 1);
    },
  };
  const labels = formatIn(timeZone, labelOptions[range]);
  const isHourly = endOf(times, count - 1) - (starts[count - 1] ?? 0) <= hourMs;
  return starts
    .flatMap((at, index) =>
      isNamed[range](at, index)
        ? {
            place: (index + (isHourly ? 0 : 0.5)) / count,
            words: labels.format(range === 'year' ? lastOf(index) : at),
          }
        : [],
    )
    .filter(({ place }) => place > 0.04 && place < 0.96);
}
