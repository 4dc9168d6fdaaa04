import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ChartState, RangeSwitch, StoredChart, useHistory } from '../monitoring/index.ts';

/** Shows the stored bytes over time. */
export function StoredCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const history = useHistory(range);
  return (
    <SectionCard title={t('history.title')} aside={<RangeSwitch range={range} onChange={setRange} />}>
      <ChartState query={history}>{(data) => <StoredChart history={data} />}</ChartState>
    </SectionCard>
  );
}
