import type { ActivityEntry } from '../../../src/contract/endpoints/local-activity.ts';
import { formatDay } from '../../lib/format.ts';

/** A line of the log: an entry, or the day above the first entry of that day. */
export type ActivityLine = { key: string; entry: ActivityEntry } | { key: string; day: string };

/** Puts the day above the entries of each day; `entries` are newest first. */
export function byDay(entries: readonly ActivityEntry[], now: number): ActivityLine[] {
  let lastDay = '';
  return entries.flatMap((entry) => {
    const line = { key: entry.id, entry };
    const day = formatDay(entry.at, now);
    if (day === lastDay) return [line];
    lastDay = day;
    return [{ key: `day of ${entry.id}`, day }, line];
  });
}
