import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/local-history.ts';
import { ChartState } from '../../components/charts/chart-state.tsx';
import { RangeSwitch } from '../../components/charts/range-switch.tsx';
import { StoredChart } from '../../components/charts/stored-chart.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useHistory } from '../../lib/history-queries.ts';
import { t } from '../../lib/language.ts';

/** How much was stored over time. */
export function StoredCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const history = useHistory(range);
  return (
    <SectionCard title={t('history.title')} aside={<RangeSwitch range={range} onChange={setRange} />}>
      <ChartState query={history}>{(data) => <StoredChart history={data} />}</ChartState>
    </SectionCard>
  );
}
