import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ChartState, EarningsChart, RangeSwitch, useEarnings } from '../monitoring/index.ts';

/** Shows the earnings of the owner’s wallets over time. */
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
