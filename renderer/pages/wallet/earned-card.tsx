import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/local-history.ts';
import { ChartState } from '../../components/charts/chart-state.tsx';
import { EarningsChart } from '../../components/charts/earnings-chart.tsx';
import { RangeSwitch } from '../../components/charts/range-switch.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useEarnings } from '../../lib/history-queries.ts';
import { t } from '../../lib/language.ts';

/** What the owner’s wallets earned over time. */
export function EarnedCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const earnings = useEarnings(range);
  return (
    <SectionCard
      title={t('history.earnings.title')}
      aside={<RangeSwitch range={range} onChange={setRange} />}
    >
      <ChartState query={earnings}>{(data) => <EarningsChart earnings={data} />}</ChartState>
    </SectionCard>
  );
}
