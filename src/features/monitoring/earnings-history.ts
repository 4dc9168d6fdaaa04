import { setImmediate } from 'node:timers/promises';
import type {
  EarningsHistory,
  HistoryRange,
} from '../../contract/dashboard-api/administration/monitoring.ts';
import { toTimestamp } from '../../core/clock.ts';
import type { Earnings } from '../market/index.ts';
import { dailySlots, hourlySlots, type TimeSlots, weeklySlots } from './time-slots.ts';

const slotsOf: Record<HistoryRange, (now: number) => TimeSlots> = {
  day: (now) => hourlySlots(now, 24),
  week: (now) => dailySlots(now, 7),
  month: (now) => dailySlots(now, 30),
  year: weeklySlots,
};

/**
 * Returns earnings over time; other work runs between the spans, because there may be many sales.
 * @param earnings undefined when no chain is followed
 * @param now in milliseconds
 */
export async function earningsHistory(
  range: HistoryRange,
  earnings: Pick<Earnings, 'ofWallets'> | undefined,
  now: number,
): Promise<EarningsHistory> {
  const { starts, until } = slotsOf[range](now);
  const earnedIn = earnings?.ofWallets();
  const points: EarningsHistory['points'] = [];
  for (const [index, at] of starts.entries()) {
    const earned = earnedIn?.(at, starts[index + 1] ?? until);
    points.push({
      at: toTimestamp(at),
      sales: String(earned?.sales ?? 0),
      shares: String(earned?.royalties ?? 0),
      resales: String(earned?.resales ?? 0),
    });
    if (earnedIn) await setImmediate();
  }
  return {
    range,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    until: toTimestamp(until),
    points,
  };
}
