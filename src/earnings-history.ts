import type { Earnings } from './chain/market/earnings.ts';
import type { EarningsDocument, HistoryRange } from './contract/local-history.ts';
import { toTimestamp } from './core/clock.ts';
import { days, hours, slotOf, type TimeSlots, weeks } from './core/time-slots.ts';

const slotsOf: Record<HistoryRange, (now: number) => TimeSlots> = {
  day: (now) => hours(now, 24),
  week: (now) => days(now, 7),
  month: (now) => days(now, 30),
  year: weeks,
};

/** What was earned over time. @param earnings undefined: no chain is followed @param now in milliseconds */
export function earningsHistory(
  range: HistoryRange,
  earnings: Pick<Earnings, 'between'> | undefined,
  now: number,
): EarningsDocument {
  const slots = slotsOf[range](now);
  const { starts, until } = slots;
  const sums = starts.map(() => ({ sales: 0n, shares: 0n, resales: 0n }));
  for (const { at, kind, amount } of earnings?.between(starts[0] ?? until, until) ?? []) {
    const sum = sums[slotOf(slots, at) ?? -1];
    if (sum) sum[kind] += amount;
  }
  return {
    range,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    until: toTimestamp(until),
    points: sums.map(({ sales, shares, resales }, index) => ({
      at: toTimestamp(starts[index] ?? until),
      sales: sales.toString(),
      shares: shares.toString(),
      resales: resales.toString(),
    })),
  };
}
