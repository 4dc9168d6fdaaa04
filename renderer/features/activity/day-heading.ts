import type { ActivityEntry } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { formatDay } from '../../lib/format/format.ts';

/** Returns the heading of the day if an entry is the first of its day, below the loaded entry `before`. */
export function dayHeading(
  entry: ActivityEntry,
  before: ActivityEntry | undefined,
  { isFirst, now }: { isFirst: boolean; now: number },
): string | null {
  if (!isFirst && !before) return null;
  const day = formatDay(entry.at, now);
  return before && formatDay(before.at, now) === day ? null : day;
}
