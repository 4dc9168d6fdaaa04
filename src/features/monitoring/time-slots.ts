/** Spans of local time, as a person reads a chart; all times in milliseconds. */

const minuteMs = 60_000;
const momentMs = 10 * minuteMs;
const hourMs = 60 * minuteMs;

/** Each begins where the one before ends. */
export interface TimeSlots {
  /** Oldest first; the last one is the one of now. */
  starts: number[];
  /** Where the last one ends. */
  until: number;
}

/** Begins with a round local time: not every zone is whole hours away, and an hour may come twice. */
function roundedDown(at: number, step: number): number {
  const offset = -new Date(at).getTimezoneOffset() * minuteMs;
  return at - ((((at + offset) % step) + step) % step);
}

/** When its ten minutes began. */
export const momentOf = (at: number): number => roundedDown(at, momentMs);
/** When its hour began. */
export const hourOf = (at: number): number => roundedDown(at, hourMs);

/** When its day began. @param later by so many days */
export function dayOf(at: number, later = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime();
}

/** Monday. */
const weekOf = (at: number): number => dayOf(at, -((new Date(at).getDay() + 6) % 7));

const steps = (count: number, start: (before: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => start(count - 1 - index));

/** The last 24 hours. */
export function moments(now: number): TimeSlots {
  const last = momentOf(now);
  return { starts: steps(144, (before) => last - before * momentMs), until: last + momentMs };
}

/** The last so many hours. */
export function hours(now: number, count: number): TimeSlots {
  const last = hourOf(now);
  return { starts: steps(count, (before) => last - before * hourMs), until: last + hourMs };
}

/** The last so many days; one in which clocks are changed is shorter or longer. */
export const days = (now: number, count: number): TimeSlots => ({
  starts: steps(count, (before) => dayOf(now, -before)),
  until: dayOf(now, 1),
});

/** A year of them. */
export function weeks(now: number): TimeSlots {
  const last = weekOf(now);
  return { starts: steps(53, (before) => dayOf(last, -7 * before)), until: dayOf(last, 7) };
}
