import type {
  EarningsHistory,
  UsageHistory,
} from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { type ChartTimes, spanLabel } from '../../ui/charts/chart-time.ts';

/** Values and texts of the history charts. */

type Traffic = NonNullable<UsageHistory['points'][number]['traffic']>;
type Earned = EarningsHistory['points'][number];

export const timesOf = ({ range, points, until, time_zone }: UsageHistory | EarningsHistory): ChartTimes => ({
  range,
  starts: points.map(({ at }) => Date.parse(at)),
  until: Date.parse(until),
  timeZone: time_zone,
});

export const sentOf = (traffic: Traffic): number => traffic.network_sent + traffic.local_sent;
export const receivedOf = (traffic: Traffic): number => traffic.network_received + traffic.local_received;
/** Returns all earnings, in nanograms. */
export const earnedOf = ({ sales, shares, resales }: Earned): bigint =>
  BigInt(sales) + BigInt(shares) + BigInt(resales);

function largest(amounts: readonly number[]): number {
  return amounts.indexOf(Math.max(...amounts));
}

/** Returns `Sent 3 GB and received 1 GB; of it, 1.5 GB with other computers. Most went by on Sun, 22 Nov.` */
export function trafficSummary(history: UsageHistory): string {
  const sums = history.points.map(({ traffic }) => (traffic ? sentOf(traffic) + receivedOf(traffic) : 0));
  const total = (of: (traffic: Traffic) => number) =>
    history.points.reduce((sum, { traffic }) => sum + (traffic ? of(traffic) : 0), 0);
  const [sent, received] = [total(sentOf), total(receivedOf)];
  if (sent + received === 0) return t('monitoring.traffic.none');
  return t('monitoring.traffic.summary', {
    sent: formatBytes(sent),
    received: formatBytes(received),
    network: formatBytes(total((traffic) => traffic.network_sent + traffic.network_received)),
    time: spanLabel(timesOf(history), largest(sums)),
  });
}

/** Returns `1.2 GB in 12 files now, 300 MB more than at first.` */
export function storageSummary({ points }: UsageHistory): string {
  const known = points.flatMap(({ storage }) => storage ?? []);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return t('monitoring.storage.none');
  const now = { size: formatBytes(last.bytes), count: last.contents };
  const change = last.bytes - first.bytes;
  const by = { ...now, change: formatBytes(Math.abs(change)) };
  if (change === 0) return t('monitoring.storage.same', now);
  return change > 0 ? t('monitoring.storage.more', by) : t('monitoring.storage.less', by);
}

/** Returns `Earned 12.5 GRAM, most of it on Sun, 22 Nov.` */
export function earningsSummary(earnings: EarningsHistory): string {
  const amounts = earnings.points.map(earnedOf);
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  if (sum === 0n) return t('monitoring.earnings.none');
  return t('monitoring.earnings.summary', {
    amount: amountText(sum),
    time: spanLabel(timesOf(earnings), largest(amounts.map(Number))),
  });
}
