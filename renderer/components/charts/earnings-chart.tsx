import type { EarningsDocument } from '../../../src/contract/local-history.ts';
import { tonSteps } from '../../lib/chart-scale.ts';
import { earnedOf, earningsWords, timesOf } from '../../lib/history-words.ts';
import { t } from '../../lib/language.ts';
import { tonWords } from '../../lib/ton.ts';
import { TimeChart } from './time-chart.tsx';

/** What the owner’s wallets earned. Bars need no more digits than a number has; what is said has all of them. */
export function EarningsChart({ earnings }: { earnings: EarningsDocument }) {
  const { points } = earnings;
  return (
    <TimeChart
      name={t('history.earnings.title')}
      shape="bars"
      times={timesOf(earnings)}
      series={[
        {
          name: t('history.earnings.title'),
          tone: 'main',
          amounts: points.map((point) => Number(earnedOf(point))),
        },
      ]}
      scale={tonSteps}
      format={(amount) => tonWords(BigInt(Math.round(amount)))}
      facts={(index) => {
        const point = points[index];
        return (
          point &&
          (['sales', 'shares', 'resales'] as const).map((kind) => ({
            name: t(`history.earnings.${kind}`),
            value: tonWords(point[kind]),
          }))
        );
      }}
      summary={earningsWords(earnings)}
    />
  );
}
