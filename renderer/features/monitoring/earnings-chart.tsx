import type { EarningsHistory } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { tonSteps } from '../../ui/charts/chart-scale.ts';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { Note } from '../../ui/values/texts.ts';
import { earnedOf, earningsSummary, timesOf } from './history-labels.ts';

/** Shows the earnings of the owner’s wallets. Labels are exact; bars have the precision of a floating-point number. */
export function EarningsChart({ earnings }: { earnings: EarningsHistory }) {
  const { points } = earnings;
  const name = t('monitoring.earnings.title');
  if (points.every((point) => earnedOf(point) === 0n)) return <Note>{earningsSummary(earnings)}</Note>;
  return (
    <TimeChart
      name={name}
      shape="bars"
      times={timesOf(earnings)}
      series={[{ name, amounts: points.map((point) => Number(earnedOf(point))) }]}
      scale={tonSteps}
      format={(amount) => amountText(BigInt(Math.round(amount)))}
      facts={(index) => {
        const point = points[index];
        return (
          point &&
          (['sales', 'shares', 'resales'] as const).map((kind) => ({
            name: t(`monitoring.earnings.${kind}`),
            value: amountText(point[kind]),
          }))
        );
      }}
      summary={earningsSummary(earnings)}
    />
  );
}
