/** Spans of local time for charts; all times in milliseconds. */

const minuteMs = 60_000;
const momentMs = 10 * minuteMs;
const hourMs = 60 * minuteMs;

/** Consecutive slots of time. */
export interface TimeSlots {
  /** Oldest first; the last one contains the current time. */
  starts: number[];
  /** End of the last slot. */
  until: number;
}

/**
 * Rounds down to a full step of local time. Offsets of time zones may be fractions of hours, and an hour may occur
 * twice.
 */
function roundedDown(at: number, step: number): number {
  const offset = -new Date(at).getTimezoneOffset() * minuteMs;
  return at - ((((at + offset) % step) + step) % step);
}

/** Returns the beginning of the span of ten minutes that contains a time. */
export const momentOf = (at: number): number => roundedDown(at, momentMs);
/** Returns the beginning of the hour that contains a time. */
export const hourOf = (at: number): number => roundedDown(at, hourMs);

/**
 * Returns the beginning of the day that contains a time.
 * @param later number of days to add
 */
export function dayOf(at: number, later = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime();
}

/** Returns the beginning of the week that contains a time; weeks begin on Monday. */
const weekOf = (at: number): number => dayOf(at, -((new Date(at).getDay() + 6) % 7));

const steps = (count: number, start: (before: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => start(count - 1 - index));

/** Returns the slots of the last 24 hours. */
export function tenMinuteSlots(now: number): TimeSlots {
  const last = momentOf(now);
  return { starts: steps(144, (before) => last - before * momentMs), until: last + momentMs };
}

/** Returns hourly slots up to now. */
export function hourlySlots(now: number, count: number): TimeSlots {
  const last = hourOf(now);
  return { starts: steps(count, (before) => last - before * hourMs), until: last + hourMs };
}

/** Returns daily slots up to now; days with a clock change are shorter or longer. */
export const dailySlots = (now: number, count: number): TimeSlots => ({
  starts: steps(count, (before) => dayOf(now, -before)),
  until: dayOf(now, 1),
});

/** Returns weekly slots of a year. */
export function weeklySlots(now: number): TimeSlots {
  const last = weekOf(now);
  return { starts: steps(53, (before) => dayOf(last, -7 * before)), until: dayOf(last, 7) };
}
